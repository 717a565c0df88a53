import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'

/** On a database that has grown, lists are long and every request is slow: each part begins with an empty one. */
const PART = 5_000
/** Each endpoint of a part takes the next seed. */
const SEEDS_OF_PART = 1_000

/** `npm run fuzz -- 100000`: that many generated requests against whole servers; FUZZ_SEED chooses others. */
const requests = Number(process.argv[2] ?? 100_000)
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const parts = Array.from({ length: Math.ceil(requests / PART) }, (_, index) => ({
  FUZZ_REQUESTS: String(Math.min(PART, requests - index * PART)),
  FUZZ_SEED: String(firstSeed + index * SEEDS_OF_PART),
}))

/** Calls that grow are the same whatever the seed, so they are sent beside the first part only. */
const GROWING = 'apps/server/src/http/growing-inputs.test.ts'
const [firstPart] = parts

async function run(settings: (typeof parts)[number]): Promise<void> {
  const files = ['apps/server/src/http/fuzz.test.ts', ...(settings === firstPart ? [GROWING] : [])]
  const words = ['run', '--project', 'server', ...files]
  const child = spawn('vitest', words, { env: { ...process.env, ...settings } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  const answered = /^\{"\d.*\}$/m.exec(said)?.[0] ?? ''
  process.stdout.write(`FUZZ_SEED=${settings.FUZZ_SEED} ${answered}\n`)
  if (code === 0) return
  process.stdout.write(said)
  process.exitCode = 1
}

await Promise.all(
  Array.from({ length: os.availableParallelism() }, async () => {
    for (let next = parts.shift(); next; next = parts.shift()) await run(next)
  }),
)
