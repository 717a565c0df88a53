import type { Pence } from '@postroom/domain/money'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { TransferKind } from '../../db/tables/money/money.ts'

/** The money of a customer that can be spent. */
export const customer = (carrierAccountId: string): string => `cust:${carrierAccountId}`
/** Costs that the platform pays itself. */
export const LOSS = 'platform:loss'

/**
 * Moves money from `debit` to `credit`. Every transfer goes through this function, and in the database through
 * `post()`.
 */
export const post = (
  db: Db,
  purchase: string | null,
  kind: TransferKind,
  debit: string,
  credit: string,
  amount: Pence,
  payment: string | null = null,
): Promise<unknown> =>
  sql`select post(${purchase}::uuid, ${kind}, ${debit}, ${credit}, ${amount}::bigint, ${payment}::uuid)`.execute(db)
