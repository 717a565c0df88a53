/** Designs with one fault each, to prove that the model detects it. */
export const MUTANTS = {
  M1: 'a time-out counts as a failure',
  M2: 'the carrier is asked what it knows, but the reference is not made dead',
  M3: 'a purchase is settled without looking whether it is still open',
  M4: 'every attempt uses a new reference',
  M5a: 'the hold is committed before the key is stored',
  M5b: 'the key is stored before the hold is committed',
  M6: 'the balance is read first and debited later',
  M8: 'the money goes back before the carrier has agreed',
  M9: 'the carrier does not keep its first answer to a void number',
  M10: 'an answer to a void counts for whatever void is open',
} as const
export type Mutant = keyof typeof MUTANTS
