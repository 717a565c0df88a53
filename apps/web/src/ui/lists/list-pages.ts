/** Where the next page of a list starts; undefined after the last one. For `getNextPageParam`. */
export const nextStart = ({ start, length, total }: { start: number; length: number; total: number }) =>
  start + length < total ? start + length : undefined

/**
 * The rows of a list, each id once. A row that is added while the list is read moves another one to the next page too, and a table
 * never ends with two rows of one id.
 */
export const eachOnce = <Row extends { id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
