import type { SelectQueryBuilder } from 'kysely'

/** `start` is 0-based. */
export interface Page {
  start: number
  length: number
}

/** One page of `rows`, the ordered rows of `found`, and the total. */
export async function pageOf<DB, Table extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, Table, {}>,
  rows: SelectQueryBuilder<DB, Table, Row>,
  { start, length }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const [page, counted] = await Promise.all([
    rows.offset(start).limit(length).execute(),
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: page, total: (counted as { total: number }).total }
}
