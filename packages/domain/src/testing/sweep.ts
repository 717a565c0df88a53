/** Set by `npm run sweep`, which tests every case. `npm test` tests those most likely to fail. */
export const IS_SWEEP = process.env['SWEEP'] === '1'

/** The rows of a table of cases: every `nth` in `npm test`, always the same ones, and all in the sweep. */
export const everyNth = <Case>(nth: number, cases: readonly Case[]): Case[] =>
  cases.filter((_, index) => IS_SWEEP || index % nth === 0)

/** The runs of a fast-check property: `usual` in `npm test`, ten times as many in the sweep. */
export const runs = (usual: number): { numRuns: number } => ({ numRuns: IS_SWEEP ? usual * 10 : usual })
