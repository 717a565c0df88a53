/**
 * What goes wrong with a call. `lost` and `failing` act before the connection breaks or 500 is answered; `dropped` and
 * `down` do not.
 */
export type Fault =
  | {
      kind:
        | 'lost'
        | 'dropped'
        | 'failing'
        | 'down'
        | 'not_a_pdf'
        | 'no_label'
        | 'no_qr'
        | 'odd_qr'
        | 'forbidden'
        | 'gibberish'
    }
  | { kind: 'failed'; message: string }
  | { kind: 'too_many'; retryAfterS?: number }
  | { kind: 'slow'; ms: number }
  /** A manifest is made after some looks, or fails then. */
  | { kind: 'in_progress'; looks: number; failure?: string }
