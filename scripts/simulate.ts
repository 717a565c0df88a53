import { MUTANTS, type Mutant } from '@postroom/domain/testing/purchase-model/mutants'
import { PURCHASES_AT_ONCE, simulate } from '@postroom/domain/testing/purchase-model/simulate'
import { parseArgs } from 'node:util'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/**
 * `npm run simulate -- 1000000` simulates that many purchases with faults in virtual time, and stops at the first seed that
 * breaks a promise, with its history. `--seed 42` replays one seed. `--faulty M3` simulates a design with that fault.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, faulty: { type: 'string' } },
})
const mutant = values.faulty as Mutant | undefined
if (mutant !== undefined && !Object.hasOwn(MUTANTS, mutant))
  throw new Error(`No fault is called ${mutant}. Faults: ${Object.keys(MUTANTS).join(', ')}`)
const print = (line: string) => process.stdout.write(`${line}\n`)
const A_DAY = 24 * 3_600

function chanceOf(seed: number): () => number {
  const random = xoroshiro128plus(seed)
  return () => uniformFloat64(random)
}

function replay(seed: number): string | undefined {
  const { broken, steps, seconds } = simulate(chanceOf(seed), mutant, ({ at, kind, key, answer }) =>
    print(
      `${at.toFixed(3).padStart(12)} s  ${kind}${key === undefined ? '' : `, purchase ${key + 1}`}${answer ? `: ${answer}` : ''}`,
    ),
  )
  print(
    `Seed ${seed}: ${steps} steps in ${seconds.toFixed(1)} s. ${broken ? `Broken: ${broken}` : 'No promise broken'}.`,
  )
  return broken
}

function simulateAll(purchases: number): string | undefined {
  const [began, total] = [performance.now(), { steps: 0, seconds: 0 }]
  const seeds = Math.ceil(purchases / PURCHASES_AT_ONCE)
  for (let seed = 0; seed < seeds; seed++) {
    const { broken, steps, seconds } = simulate(chanceOf(seed), mutant)
    if (broken !== undefined) return replay(seed)
    total.steps += steps
    total.seconds += seconds
  }
  const took = ((performance.now() - began) / 1000).toFixed(0)
  print(
    `${seeds * PURCHASES_AT_ONCE} purchases of ${seeds} seeds: ${total.steps} steps, ` +
      `${(total.seconds / A_DAY).toFixed(0)} virtual days, in ${took} s. Broken promises: 0.`,
  )
  return undefined
}

const broken = values.seed === undefined ? simulateAll(Number(positionals[0] ?? 100_000)) : replay(Number(values.seed))
if (broken !== undefined) process.exitCode = 1
