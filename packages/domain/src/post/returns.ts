/** Why an item was returned. Carriers have more and different reasons; `other` covers the rest. */
export const RETURN_REASONS = [
  'addressee_gone_away',
  'address_incomplete',
  'address_unknown',
  'refused',
  'not_called_for',
  'damaged',
  'other',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** What is done with a returned item. */
export const RETURN_ACTIONS = ['send_again', 'correct_address', 'destroy', 'keep'] as const
