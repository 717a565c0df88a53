/**
 * What goes wrong with a call. `lost` and `failing` act before the connection breaks or 500 is answered; `dropped` and `down` do
 * not. `other_spelling` and `no_occurrence` change the name of the number of a package.
 */
export type Fault =
  | { kind: 'lost' | 'dropped' | 'failing' | 'down' | 'gibberish' | 'unauthorised' }
  | { kind: 'other_spelling' | 'no_occurrence' | 'not_a_pdf' | 'no_label' }
  | { kind: 'refused'; messages: string[] }
  | { kind: 'gateway'; httpCode: number; moreInformation?: string }
  | { kind: 'too_many'; retryAfterS?: number }
  | { kind: 'slow'; ms: number }
