import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { expect, it } from 'vitest'
import { IS_SWEEP } from '../sweep.ts'
import { MUTANTS, type Mutant } from './mutants.ts'
import { simulate, type Happened } from './simulate.ts'

function chanceOf(seed: number): () => number {
  const random = xoroshiro128plus(seed)
  return () => uniformFloat64(random)
}

const SEEDS = IS_SWEEP ? 20_000 : 500
const seeds = Array.from({ length: SEEDS }, (_, seed) => seed)

it('keeps every promise under every seed', { timeout: 120_000 }, () => {
  expect(seeds.filter((seed) => simulate(chanceOf(seed)).broken !== undefined)).toEqual([])
})

const historyOf = (seed: number): Happened[] => {
  const history: Happened[] = []
  simulate(chanceOf(seed), undefined, (happened) => history.push(happened))
  return history
}

it('replays a seed step by step, and another seed has another history', () => {
  expect(historyOf(7)).toEqual(historyOf(7))
  expect(historyOf(7)).not.toEqual(historyOf(8))
})

it('every kind of step happens', () => {
  const happened = new Set(seeds.slice(0, 200).flatMap((seed) => historyOf(seed).map(({ kind }) => kind)))
  expect([...happened].toSorted()).toEqual([
    'carrier answers',
    'client buys',
    'client voids',
    'late request arrives',
    'power cut',
    'process asks the carrier',
    'process settles',
    'process times out',
    'worker takes over',
  ])
})

it.each(Object.entries(MUTANTS))('a few seeds detect %s, %s', (mutant) => {
  const detected = Array.from({ length: 4_000 }, (_, seed) => seed).find(
    (seed) => simulate(chanceOf(seed), mutant as Mutant).broken !== undefined,
  )
  expect(detected).toBeDefined()
})
