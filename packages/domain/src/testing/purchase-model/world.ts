import type { PurchaseState } from '../../purchase/purchase-states.ts'

/** What the carrier believes about one reference. `answers` are those to the void numbers 1, 2, …, kept for ever. */
export interface Reference {
  state: 'unknown' | 'live' | 'rejected' | 'tombstoned' | 'voided'
  answers: (boolean | undefined)[]
}

/** Everything about one idempotency key: our row, our journal counted by kind, and the carrier's side. */
export interface Key {
  /** `none`: no purchase row. `reserved` exists only in designs that store the key before the hold. */
  state: PurchaseState | 'none' | 'reserved'
  voidNo: number
  hold: number
  capture: number
  release: number
  refund: number
  references: Reference[]
  /** How often a client still asks to buy under this key. */
  attempts: number
}

/** A question to the carrier. */
export interface Question {
  ask: 'purchase' | 'resolve' | 'void'
  key: number
  /** Which of the key's references; always 0 unless the design is wrong. */
  reference: number
  /** The void number; 0 for other questions. */
  n: number
}

export type Answer = 'accepted' | 'rejected' | 'tombstoned' | 'voided' | 'refused'

/** A process at work. `split`: between two transactions that should be one. */
export interface Actor extends Question {
  who: 'handler' | 'worker'
  at: 'split' | 'begun' | 'asked' | 'answered'
  answer?: Answer
  /** Nobody has taken the purchase over since. Stands for the comparison of epochs. */
  fresh: boolean
}

/** One instant of database, carrier, processes and network. All purchases cost 1. */
export interface World {
  /** What the customer can still spend. */
  free: number
  keys: Key[]
  actors: Actor[]
  /** Questions under way whose asker has given up or died. They may arrive at any time. */
  late: Question[]
  voids: number
  crashes: number
}

/** How much there is to do: everything in it is tried in every order. */
export interface Scope {
  money: number
  /** Requests to buy, for each key. */
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

/** The same text for worlds that differ only in the order of processes and messages. */
export function nameOf({ free, keys, actors, late, voids, crashes }: World): string {
  const sides = keys.map(({ state, voidNo, hold, capture, release, refund, references, attempts }) => {
    const carrier = references.map((row) => row.state + row.answers.join(','))
    return `${state}${voidNo}${hold}${capture}${release}${refund}${attempts}${carrier.join('+')}`
  })
  const working = actors.map((row) => `${row.who}${row.at}${row.answer ?? ''}${row.fresh ? 1 : 0}${questionName(row)}`)
  return [free, voids, crashes, ...sides, ...working.toSorted(), ...late.map(questionName).toSorted()].join('|')
}

export const questionName = ({ ask, key, reference, n }: Question): string => `${ask}${key}${reference}${n}`
