import { expect, it } from 'vitest'
import { explore } from './explore.ts'
import { MUTANTS, type Mutant } from './mutants.ts'
import type { Scope } from './world.ts'

/** Money for one purchase and up to two power cuts, with all events in every order. */
const SCOPES = {
  'one key, requested twice, voided twice': { money: 1, attempts: [2], voids: 2, crashes: 2 },
  'two keys that compete, one void': { money: 1, attempts: [1, 1], voids: 1, crashes: 2 },
  'two keys that compete, one requested twice, one void': { money: 1, attempts: [2, 1], voids: 1, crashes: 2 },
} as const satisfies Record<string, Scope>
const [ONE_KEY, TWO_KEYS] = [
  SCOPES['one key, requested twice, voided twice'],
  SCOPES['two keys that compete, one void'],
]

it.each(Object.entries(SCOPES))('purchase and void keep every promise: %s', { timeout: 60_000 }, (_name, scope) => {
  const { worlds, ends, broken } = explore(scope)
  expect(broken).toBeUndefined()
  expect(worlds).toBeGreaterThan(10_000)
  expect(ends).toBeGreaterThan(10)
})

it.each([
  // faulty design, scope that detects it, broken promise
  ['M1', ONE_KEY, 'a live shipment has its money'],
  ['M2', ONE_KEY, 'a live shipment has its money'],
  ['M3', ONE_KEY, 'no balance is negative'],
  ['M4', ONE_KEY, 'one live shipment for each key'],
  ['M5a', ONE_KEY, 'no money is held'],
  ['M5b', ONE_KEY, 'no key is stuck'],
  ['M6', TWO_KEYS, 'no balance is negative'],
  ['M8', ONE_KEY, 'a live shipment has its money'],
  ['M9', ONE_KEY, 'no debit without a live shipment'],
  ['M10', ONE_KEY, 'no debit without a live shipment'],
] as const satisfies [Mutant, Scope, string][])('the model detects %s', (mutant, scope, promise) => {
  expect(explore(scope, mutant).broken, MUTANTS[mutant]).toBe(promise)
})

it('one void is not enough to detect M10', { timeout: 60_000 }, () => {
  expect(explore(TWO_KEYS, 'M10').broken).toBeUndefined()
})
