/** Why a rule refuses: an error code of the contract, and details that help to fix it (pence, grams, millimetres, days). */
export interface Refusal<Code extends string> {
  code: Code
  details: Record<string, string | number>
}

/** The result of a rule that refuses. */
export interface Refused<Code extends string> {
  ok: false
  refusal: Refusal<Code>
}

/** A refusal with this code and these details. */
export const refuse = <const Code extends string>(
  code: Code,
  details: Refusal<Code>['details'] = {},
): Refused<Code> => ({
  ok: false,
  refusal: { code, details },
})
