import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Checkout } from './mutants/checkout.ts'
import { chooseFaults, type SeededFault } from './mutants/choose-faults.ts'
import { measureReach, storedReach } from './mutants/reach.ts'
import { openBench, tryFault, type Bench } from './mutants/try-fault.ts'

/**
 * Mutation testing. Stryker cannot drive these tests: its type checker needs a compiler API that TypeScript 7 no longer
 * has, its fault switch does not reach the server and device processes that tests start, it first runs every test, and
 * it takes no random sample.
 */
const USAGE = `npm run mutants -- SEED COUNT [AREA …] [--parallel 2] [--tests 20] [--measure]

Seeds COUNT faults into a copy of the last commit, one at a time, and reports which the tests notice. Faults
are spread evenly over the areas; an area is a name or a folder, such as apps/server/src/db. --parallel is how
many are tried at a time, --tests the most test files run for one. --measure first runs all tests once, to learn
which of them call which function; later runs use that too.`
const AREAS: Readonly<Record<string, string>> = {
  domain: 'packages/domain/src/',
  documents: 'packages/documents/src/',
  contract: 'packages/contract/src/',
  client: 'packages/client/src/',
  hub: 'packages/hub/src/',
  web: 'apps/web/src/',
  server: 'apps/server/src/',
  'device-manager': 'apps/device-manager/src/',
}
const ROOT = path.join(import.meta.dirname, '..')
const REACH = path.join(ROOT, '.test/mutants-reach.json')
/** Tests, files that only tests use, and generated price lists. */
const NOT_PRODUCT = /\.test\.|\.d\.ts$|\/testing\/|\/tariffs\/lists\//

interface Area {
  name: string
  faults: Iterator<SeededFault, undefined>
  /** Faults still to find that compile. */
  wanted: number
  noticed: number
  missed: number
  invalid: number
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    parallel: { type: 'string', default: '2' },
    tests: { type: 'string', default: '20' },
    measure: { type: 'boolean', default: false },
  },
})
const [seed, count, ...named] = positionals
const names = named.length > 0 ? named : Object.keys(AREAS)
/** Its folder. */
const folderOf = (area: string): string => AREAS[area] ?? path.join(area, '/')
if (!seed || !Number(count) || !names.every((name) => fs.existsSync(folderOf(name)))) {
  process.stderr.write(`${USAGE}\nAreas: ${Object.keys(AREAS).join(', ')}\n`)
  process.exit(2)
}

// the sweep's own files are tests too; the other files test as many cases as `npm test`
process.env['SWEEP'] ??= 'files'
if (values.measure) await measureReach(ROOT, REACH)
const reach = storedReach(REACH)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
const benches = await Promise.all(
  Array.from({ length: Number(values.parallel) }, () => openBench(Number(values.tests), reach, stopping.signal)),
)
const areas = names.map((name, index) => {
  const share = Math.floor((Number(count) + names.length - 1 - index) / names.length)
  return areaOf(name, `${seed} ${name}`, share, benches[0]!.checkout)
})
try {
  await Promise.all(benches.map((bench) => tryFaults(bench)))
} finally {
  for (const bench of benches) await bench.close()
}
const unsound = new Set(benches.flatMap(({ sound }) => [...sound].flatMap(([test, passes]) => (passes ? [] : [test]))))
for (const test of unsound) say(`${test} fails without a fault too, so it counted for none`)
for (const { name, noticed, missed, invalid } of areas) {
  const percent = Math.round((100 * noticed) / (noticed + missed))
  say(`${name.padEnd(15)} ${noticed} of ${noticed + missed} noticed (${percent} %); ${invalid} more did not compile`)
}

function areaOf(name: string, seedOfArea: string, wanted: number, { folder, modules }: Checkout): Area {
  const files = modules.filter((file) => file.startsWith(folderOf(name)) && !NOT_PRODUCT.test(file))
  const faults = chooseFaults(seedOfArea, files, (file) => fs.readFileSync(path.join(folder, file), 'utf8'))
  return { name, faults, wanted, noticed: 0, missed: 0, invalid: 0 }
}

/** Works on the area that is furthest behind, until all have their share. */
async function tryFaults(bench: Bench): Promise<void> {
  for (;;) {
    const area = areas.filter(({ wanted }) => wanted > 0).toSorted((a, b) => b.wanted - a.wanted)[0]
    const fault = area?.faults.next().value
    if (!area || !fault || stopping.signal.aborted) return
    area.wanted--
    const outcome = await tryFault(fault, bench)
    if (stopping.signal.aborted) return
    if (outcome.is === 'invalid') {
      area.wanted++
      area.invalid++
      continue
    }
    area[outcome.is]++
    say(`${outcome.is.padEnd(8)} ${fault.file}:${fault.line} ${fault.operator}: ${fault.change}`)
    say(`         ${outcome.is === 'noticed' ? outcome.by : `by none of ${outcome.tests} test files`}`)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
