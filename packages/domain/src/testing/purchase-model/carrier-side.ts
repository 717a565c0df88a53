import type { Mutant } from './mutants.ts'
import type { Answer, CarrierRequest, Reference } from './world.ts'

/** All possible reactions of a carrier to a request: the state of the reference and the answer. */
export function carrierMay(
  { state, answers }: Reference,
  { call, n }: CarrierRequest,
  mutant: Mutant | undefined,
): [Reference, Answer][] {
  if (call === 'void') return mayVoid({ state, answers }, n, mutant === 'M9')
  const becomes = (to: Reference['state'], answer: Answer): [Reference, Answer] => [{ state: to, answers }, answer]
  if (state === 'live' || state === 'voided') return [becomes(state, 'accepted')]
  if (state === 'rejected') return [becomes(state, 'rejected')]
  if (call === 'resolve') return [becomes(mutant === 'M2' ? state : 'tombstoned', 'tombstoned')]
  return state === 'unknown'
    ? [becomes('live', 'accepted'), becomes('rejected', 'rejected')]
    : [becomes(state, 'rejected')]
}

/** The carrier repeats its first answer to a void number, unless it is a carrier that decides anew each time. */
function mayVoid({ state, answers }: Reference, n: number, decidesAnew: boolean): [Reference, Answer][] {
  const kept = decidesAnew ? undefined : answers[n - 1]
  const possible = state === 'voided' ? [true] : state === 'live' ? [true, false] : [false]
  return (kept === undefined ? possible : [kept]).map((yes) => {
    const remembered = decidesAnew ? answers : Object.assign([...answers], { [n - 1]: yes })
    return [{ state: yes && state === 'live' ? 'voided' : state, answers: remembered }, yes ? 'voided' : 'refused']
  })
}
