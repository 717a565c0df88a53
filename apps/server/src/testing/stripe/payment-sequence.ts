import fc from 'fast-check'

/** What becomes of the delivery of an event. */
type Fate = 'now' | 'later' | 'twice' | 'lost'

/** What happens after a payment was made. `part` is a share of its amount. */
export type Step =
  { kind: 'refund' | 'dispute' | 'inquiry'; part: number } | { kind: 'failRefund' | 'win' | 'lose' | 'spend' }

/** The life of one payment, and what somebody tries with it. */
export interface PaymentSequence {
  /** Pence. */
  amount: number
  method: 'card' | 'delayed' | 'expires'
  /** Of a delayed method; undefined: not yet. */
  succeeds: boolean | undefined
  steps: Step[]
  /** One for each event, from the start again when there are more events. */
  fates: Fate[]
  /** Milliseconds between two things that happen at Stripe. */
  pause: number
  /**
   * Deliveries that claim that it was paid: with another secret, of ten minutes ago, with a changed body, or of another
   * page that names it. `other_amount`: the page itself asks for more than we do.
   */
  attack: 'none' | 'other_secret' | 'old' | 'changed' | 'other_page' | 'other_amount'
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('refund', 'dispute', 'inquiry' as const),
    part: fc.double({ min: 0.1, max: 1, noNaN: true }),
  }),
  fc.record({ kind: fc.constantFrom('failRefund', 'win', 'win', 'lose', 'spend' as const) }),
)

const paymentSequence: fc.Arbitrary<PaymentSequence> = fc.record({
  amount: fc.integer({ min: 5_00, max: 20_00 }),
  method: fc.constantFrom('card', 'card', 'card', 'delayed', 'delayed', 'expires' as const),
  succeeds: fc.constantFrom(true, true, false, undefined),
  steps: fc.array(step, { maxLength: 6 }),
  fates: fc.array(fc.constantFrom<Fate[]>('now', 'now', 'later', 'twice', 'lost'), { minLength: 1, maxLength: 8 }),
  pause: fc.integer({ min: 0, max: 120 }),
  attack: fc.constantFrom(
    'none',
    'none',
    'none',
    'other_secret',
    'old',
    'changed',
    'other_page',
    'other_amount' as const,
  ),
})

/** The same sequences for the same seed. */
export const paymentSequences = (count: number, seed: number): PaymentSequence[] =>
  fc.sample(paymentSequence, { numRuns: count, seed })
