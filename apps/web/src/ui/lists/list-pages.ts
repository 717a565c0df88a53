/** Where the next page of a list starts; undefined after the last one. For `getNextPageParam`. */
export const nextStart = ({ start, length, total }: { start: number; length: number; total: number }) =>
  start + length < total ? start + length : undefined

/** The rows of a list, each id once: a row added between two pages moves another into both, and a table of both would never end. */
export const eachOnce = <Row extends { id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
