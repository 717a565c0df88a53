/**
 * JSON with the keys of every object sorted, so that equal values have equal texts whatever order their fields were written in.
 * Requests are hashed from it. The order of array elements counts; a field that is `undefined` is left out, as in all JSON.
 */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
