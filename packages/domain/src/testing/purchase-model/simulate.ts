import type { Mutant } from './mutants.ts'
import { ALWAYS, AT_THE_END, isTheEnd } from './promises.ts'
import { STEP_KINDS, stepsOf, type Step, type StepKind } from './steps.ts'
import { firstWorld, type World } from './world.ts'

/** They share a balance, a worker and the power. */
export const PURCHASES_AT_ONCE = 5

/** How often each step happens on an ordinary day, per second. */
const RATES: Record<StepKind, number> = {
  'client buys': 1,
  'client voids': 0.2,
  'worker takes over': 0.2,
  'process continues': 100,
  'process asks the carrier': 100,
  'carrier answers': 10,
  'process settles': 100,
  'process times out': 0.3,
  'late request arrives': 0.5,
  'power cut': 0.02,
}
/** At first every rate is up to this many powers of ten higher or lower. */
const WEATHER = 2
/** After so many seconds the days are ordinary, and every purchase must end. */
const WEATHER_SECONDS = 30
/** A purchase that takes more steps than this does not end. */
const MOST_STEPS = 20_000

export interface Happened extends Pick<Step, 'kind' | 'key' | 'answer'> {
  /** Virtual seconds since the start. */
  at: number
}

export interface Simulated {
  steps: number
  /** Virtual seconds from the first step to the last. */
  seconds: number
  /** The first broken promise. */
  broken?: string
}

/**
 * Five purchases under the faults that chance decides, in virtual time: the same numbers give the same history. The time to
 * each step is exponential, so a lease or a time-out may be as short or as long as under any jump of a clock.
 *
 * @param chance gives numbers from 0 to below 1
 * @param record gets each step that happens
 */
export function simulate(chance: () => number, mutant?: Mutant, record?: (happened: Happened) => void): Simulated {
  const upTo = (most: number) => Math.floor(chance() * (most + 1))
  const weather = Object.fromEntries(
    STEP_KINDS.map((kind) => [kind, RATES[kind] * 10 ** (WEATHER * (2 * chance() - 1))]),
  ) as typeof RATES
  const attempts = Array.from({ length: PURCHASES_AT_ONCE }, () => 1 + upTo(2))
  const world = firstWorld({ money: upTo(PURCHASES_AT_ONCE), attempts, voids: upTo(4), crashes: upTo(4) })
  let seconds = 0
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const broken = brokenIn(world)
    const possible = broken === undefined ? stepsOf(world, mutant) : []
    if (possible.length === 0 || isTheEnd(world)) return { steps, seconds, ...(broken !== undefined && { broken }) }
    const rates = seconds < WEATHER_SECONDS ? weather : RATES
    const total = possible.reduce((sum, { kind }) => sum + rates[kind], 0)
    seconds -= Math.log(1 - chance()) / total
    const step = drawn(possible, rates, chance() * total)
    record?.({ at: seconds, kind: step.kind, key: step.key, answer: step.answer })
    step.take(world)
  }
  return { steps: MOST_STEPS, seconds, broken: 'every purchase ends' }
}

function drawn(steps: readonly Step[], rates: Record<StepKind, number>, point: number): Step {
  let left = point
  return steps.find(({ kind }) => (left -= rates[kind]) < 0) ?? steps.at(-1)!
}

const brokenIn = (world: World): string | undefined =>
  [...ALWAYS, ...(isTheEnd(world) ? AT_THE_END : [])].find(([, isBroken]) => isBroken(world))?.[0]
