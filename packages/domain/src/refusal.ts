/** Why a rule says no: an error code of the contract, and the facts that help to repair it (pence, grams, millimetres, days). */
export interface Refusal<Code extends string> {
  code: Code
  details: Record<string, string | number>
}

/** The outcome of a rule that says no. */
export interface Refused<Code extends string> {
  ok: false
  refusal: Refusal<Code>
}

/** Says no, with what helps to repair it; without details nothing does. */
export const refuse = <const Code extends string>(
  code: Code,
  details: Refusal<Code>['details'] = {},
): Refused<Code> => ({
  ok: false,
  refusal: { code, details },
})
