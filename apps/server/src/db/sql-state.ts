/** A prepared statement would return other columns than when it was prepared: a migration has changed its table. */
export const STALE_PLAN = '0A000'

/** The five-character SQLSTATE of a database error. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
