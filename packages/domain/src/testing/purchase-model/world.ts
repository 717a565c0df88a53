import type { PurchaseState } from '../../purchase/purchase-states.ts'

/** The carrier's state of one reference. `answers` are its permanent answers to the void numbers 1, 2, …. */
export interface Reference {
  state: 'unknown' | 'live' | 'rejected' | 'tombstoned' | 'voided'
  answers: (boolean | undefined)[]
}

/** The state of one idempotency key: our row, our postings counted by kind, and the carrier's side. */
export interface Key {
  /** `none`: no purchase row. `reserved` exists only in designs that store the key before the hold. */
  state: PurchaseState | 'none' | 'reserved'
  voidNo: number
  hold: number
  capture: number
  release: number
  refund: number
  references: Reference[]
  /** The number of purchase requests under this key that clients have yet to send. */
  attempts: number
}

/** A request to the carrier. */
export interface Question {
  ask: 'purchase' | 'resolve' | 'void'
  key: number
  /** The index of the key's reference; always 0 in a correct design. */
  reference: number
  /** The void number; 0 for other requests. */
  n: number
}

export type Answer = 'accepted' | 'rejected' | 'tombstoned' | 'voided' | 'refused'

/** A running process. `split`: between two transactions that should be one. */
export interface Actor extends Question {
  who: 'handler' | 'worker'
  at: 'split' | 'begun' | 'asked' | 'answered'
  answer?: Answer
  /** No other process has taken the purchase over since. Models the comparison of epochs. */
  fresh: boolean
}

/** The state of database, carrier, processes and network at one instant. Every purchase costs 1. */
export interface World {
  /** What the customer can still spend. */
  free: number
  keys: Key[]
  actors: Actor[]
  /** Requests in flight whose sender has timed out or died. They may arrive at any time. */
  late: Question[]
  voids: number
  crashes: number
}

/** The bounds of a search, which tries all their events in every order. */
export interface Scope {
  money: number
  /** Purchase requests for each key. */
  attempts: readonly number[]
  voids: number
  crashes: number
}

export const firstWorld = ({ money, attempts, voids, crashes }: Scope): World => ({
  free: money,
  keys: attempts.map((left) => ({
    state: 'none',
    voidNo: 0,
    hold: 0,
    capture: 0,
    release: 0,
    refund: 0,
    references: [{ state: 'unknown', answers: [] }],
    attempts: left,
  })),
  actors: [],
  late: [],
  voids,
  crashes,
})

export const copyOf = (world: World): World => ({
  ...world,
  keys: world.keys.map((key) => ({
    ...key,
    references: key.references.map(({ state, answers }) => ({ state, answers: [...answers] })),
  })),
  actors: world.actors.map((actor) => ({ ...actor })),
  late: [...world.late],
})

/** A text that is equal for worlds that differ only in the order of processes and messages. */
export function nameOf({ free, keys, actors, late, voids, crashes }: World): string {
  const sides = keys.map(({ state, voidNo, hold, capture, release, refund, references, attempts }) => {
    const carrier = references.map((row) => row.state + row.answers.join(','))
    return `${state}${voidNo}${hold}${capture}${release}${refund}${attempts}${carrier.join('+')}`
  })
  const working = actors.map((row) => `${row.who}${row.at}${row.answer ?? ''}${row.fresh ? 1 : 0}${questionName(row)}`)
  return [free, voids, crashes, ...sides, ...working.toSorted(), ...late.map(questionName).toSorted()].join('|')
}

export const questionName = ({ ask, key, reference, n }: Question): string => `${ask}${key}${reference}${n}`
