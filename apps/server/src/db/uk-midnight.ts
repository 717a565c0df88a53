import { sql, type RawBuilder } from 'kysely'

/** The instant at which a UK calendar day begins, or the day some days after it; also for years after 9999. */
export const ukMidnight = (day: string, daysAfter: number): RawBuilder<Date> =>
  sql<Date>`(${day}::date + ${daysAfter}::int)::timestamp at time zone 'Europe/London'`
