import type { Pence } from '@postroom/domain/money'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A payout of Stripe that no line of the bank is known to be. */
export interface OpenPayout {
  /** Of the movement. */
  id: string
  amount: Pence
  /** When Stripe sent it, UK day, `yyyy-MM-dd`. */
  day: string
}

/** The open payouts of these amounts that were sent within days, oldest first. */
export async function findOpenPayouts(
  db: Db,
  amounts: readonly Pence[],
  first: string,
  last: string,
): Promise<OpenPayout[]> {
  const { rows } = await sql<OpenPayout>`
    select id, -amount as amount, (at at time zone 'Europe/London')::date::text as day from provider_movement
    where type = 'payout' and -amount = any(${amounts}::bigint[])
      and (at at time zone 'Europe/London')::date between ${first}::date and ${last}::date
      and not exists (select from bank_line_outcome where payout_id = provider_movement.id)
    order by at, id`.execute(db)
  return rows
}
