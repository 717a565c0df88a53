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
export interface CarrierRequest {
  call: 'purchase' | 'resolve' | 'void'
  key: number
  /** The index of the key's reference; always 0 in a correct design. */
  reference: number
  /** The void number; 0 for other requests. */
  n: number
}

export type Answer = 'accepted' | 'rejected' | 'tombstoned' | 'voided' | 'refused'

/** A running process. `split`: between two transactions that should be one. */
export interface Actor extends CarrierRequest {
  role: 'handler' | 'worker'
  at: 'split' | 'started' | 'sent' | 'answered'
  answer?: Answer
  /** No other process has taken the purchase over since. Models the comparison of epochs. */
  isOwner: boolean
}

/** The state of database, carrier, processes and network at one instant. Every purchase costs 1. */
export interface World {
  /** The amount that the customer can spend. */
  spendable: number
  keys: Key[]
  actors: Actor[]
  /** Requests in flight whose sender has timed out or died. They may arrive at any time. */
  late: CarrierRequest[]
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
  spendable: money,
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
export function nameOf({ spendable, keys, actors, late, voids, crashes }: World): string {
  const sides = keys.map(({ state, voidNo, hold, capture, release, refund, references, attempts }) => {
    const carrier = references.map((row) => row.state + row.answers.join(','))
    return `${state}${voidNo}${hold}${capture}${release}${refund}${attempts}${carrier.join('+')}`
  })
  const working = actors.map(
    (row) => `${row.role}${row.at}${row.answer ?? ''}${row.isOwner ? 1 : 0}${requestName(row)}`,
  )
  return [spendable, voids, crashes, ...sides, ...working.toSorted(), ...late.map(requestName).toSorted()].join('|')
}

export const requestName = ({ call, key, reference, n }: CarrierRequest): string => `${call}${key}${reference}${n}`
