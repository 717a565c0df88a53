import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'

/** Each part starts on an empty database: requests slow down as a database fills up. */
const PART = 5_000
/** Each endpoint of a part uses the next seed. */
const SEEDS_OF_PART = 1_000

/** `npm run fuzz -- 100000` sends that many generated requests to real servers. FUZZ_SEED selects different requests. */
const requests = Number(process.argv[2] ?? 100_000)
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const parts = Array.from({ length: Math.ceil(requests / PART) }, (_, index) => ({
  FUZZ_REQUESTS: String(Math.min(PART, requests - index * PART)),
  FUZZ_SEED: String(firstSeed + index * SEEDS_OF_PART),
}))

/** The growing inputs do not depend on the seed, so only the first part sends them. */
const GROWING = 'apps/server/src/http/growing-inputs.sweep.test.ts'
const [firstPart] = parts

async function run(settings: (typeof parts)[number]): Promise<void> {
  const files = ['apps/server/src/http/fuzz.test.ts', ...(settings === firstPart ? [GROWING] : [])]
  const words = ['run', '--project', 'server', ...files]
  const child = spawn('vitest', words, { env: { ...process.env, ...settings, SWEEP: '1' } })
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
