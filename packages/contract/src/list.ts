import * as z from 'zod'

/** The query of every list. `start` counts from 0; `length` is 1 to 100 (spec §9: the account list asks for 100). */
export const listQuery = <const Column extends readonly [string, ...string[]]>(columns: Column) =>
  z.strictObject({
    start: z.coerce.number().int().min(0).max(1_000_000).default(0),
    length: z.coerce.number().int().min(1).max(100).default(25),
    orderBy: z.enum(columns).default(columns[0] as Column[number]),
    orderAsc: z.enum(['true', 'false']).default('true'),
  })

/** The answer of every list: one page of rows, and the number of all rows. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), total: z.int(), start: z.int(), length: z.int() })
