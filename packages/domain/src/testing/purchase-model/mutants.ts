/** Designs with one fault each, to prove that the model detects it. */
export const MUTANTS = {
  M1: 'a time-out counts as a failure',
  M2: 'the carrier is queried without a tombstone for the reference',
  M3: 'a purchase is settled without a check that it is still open',
  M4: 'every attempt uses a new reference',
  M5a: 'the hold is committed before the key is stored',
  M5b: 'the key is stored before the hold is committed',
  M6: 'the balance is read first and debited later',
  M8: 'the refund is booked before the carrier grants the void',
  M9: 'the carrier does not keep its first answer to a void number',
  M10: 'an answer to a void is applied to any open void',
} as const
export type Mutant = keyof typeof MUTANTS
