/** `npm run sweep` sets it: the tests then try every case, and `npm test` those most likely to fail. */
export const IS_SWEEP = process.env['SWEEP'] === '1'

/** How often fast-check tries a property: `usual` times in `npm test`, ten times as often in the sweep. */
export const runs = (usual: number): { numRuns: number } => ({ numRuns: IS_SWEEP ? usual * 10 : usual })
