/** The correction status of an address (spec §3). */
export const CORRECTION_STATUSES = ['unverified', 'verified', 'invalid', 'corrected'] as const
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number]

/** One field that was changed. */
export interface FieldChange<Field extends string = string> {
  field: Field
  from: string
  to: string
}

/**
 * The status of a checked address, and its changes. A problem makes it `invalid`, a change `corrected`. Otherwise it is `verified`
 * if a look-up found it, else `unverified`: well formed, but it may not exist.
 */
export function correctionOf<Address extends Readonly<Record<string, string>>>(
  given: Address,
  corrected: Address,
  { hasProblems, isFound }: { hasProblems: boolean; isFound: boolean },
): { status: CorrectionStatus; changes: FieldChange<keyof Address & string>[] } {
  const changes = (Object.keys(given) as (keyof Address & string)[])
    .filter((field) => given[field] !== corrected[field])
    .map((field) => ({ field, from: given[field] ?? '', to: corrected[field] ?? '' }))
  return { status: statusOf(hasProblems, changes.length > 0, isFound), changes }
}

function statusOf(hasProblems: boolean, hasChanges: boolean, isFound: boolean): CorrectionStatus {
  if (hasProblems) return 'invalid'
  if (hasChanges) return 'corrected'
  return isFound ? 'verified' : 'unverified'
}
