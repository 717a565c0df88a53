import type { CallName } from './description.ts'

/**
 * What goes wrong with a call. `lost` and `failing` act before the connection breaks or 500 is answered; `dropped` and
 * `down` do not.
 */
export type Fault =
  | { kind: 'lost' | 'dropped' | 'failing' | 'down' | 'not_a_pdf' | 'no_label' | 'gibberish' }
  | { kind: 'failed'; message: string }
  | { kind: 'too_many'; retryAfterS?: number }
  | { kind: 'slow'; ms: number }
  /** A manifest is made after some looks, or fails then. */
  | { kind: 'in_progress'; looks: number; failure?: string }

/** Faults that are still to happen, first come first served for each call. */
export class Faults {
  readonly #next = new Map<CallName, Fault[]>()
  /** Decides about calls without a planned fault. */
  random: ((call: CallName) => Fault | undefined) | undefined

  plan(call: CallName, ...faults: Fault[]): void {
    this.#next.set(call, [...(this.#next.get(call) ?? []), ...faults])
  }

  take(call: CallName): Fault | undefined {
    return this.#next.get(call)?.shift() ?? this.random?.(call)
  }
}
