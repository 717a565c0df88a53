/** Why an item came back. The carriers' own words for it are more and differ; `other` takes the rest. */
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

/** What is done with an item that came back. */
export const RETURN_ACTIONS = ['send_again', 'correct_address', 'destroy', 'keep'] as const
