import { sql, type Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inTransaction, type Tx } from '../../../db/in-transaction.ts'
import type { PaymentTables } from '../../../db/tables/money/payments.ts'
import { recordAudit } from '../../audit/audit.store.ts'
import type { CardFacts } from '../stripe-cards.ts'
import { lockAutomaticTopUp, turnOn } from './automatic-topup.store.ts'

export type SavedCard = Selectable<PaymentTables['saved_card']>
type Of = Pick<SavedCard, 'organisation_id' | 'carrier_account_id'>

export const findCard = (db: Db, accountId: string, state: 'asked' | 'saved'): Promise<SavedCard | undefined> =>
  db
    .selectFrom('saved_card')
    .selectAll()
    .where('carrier_account_id', '=', accountId)
    .where('state', '=', state)
    .executeTakeFirst()

/** The row of the page on which a card of the account is entered: the open one, or a new one. The caller has locked the top-up. */
export async function askForCard(tx: Tx, of: Of): Promise<SavedCard> {
  const open = await findCard(tx, of.carrier_account_id, 'asked')
  return open ?? tx.insertInto('saved_card').values(of).returningAll().executeTakeFirstOrThrow()
}

/** Keeps the page of a card. @returns false when the card is no longer asked for: nobody may then get its address */
export async function keepCardPage(db: Db, id: string, session_id: string): Promise<boolean> {
  const kept = await db
    .updateTable('saved_card')
    .set({ session_id })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** No card of the account is wanted any more, nor its open page. The caller has locked the top-up. */
export const unwantCards = (tx: Tx, accountId: string): Promise<unknown> =>
  tx
    .updateTable('saved_card')
    .set({ state: 'unwanted', look_at: NOW })
    .where('carrier_account_id', '=', accountId)
    .where('state', '<>', 'unwanted')
    .execute()

const NOW = sql<Date>`clock_timestamp()`
/** A look that finds nothing new, or fails, is repeated: after a minute at first, later every quarter of an hour. */
const LATER = sql<Date>`clock_timestamp()
  + least(greatest((clock_timestamp() - created_at) / 4, interval '1 minute'), interval '15 minutes')`

/** Begins to look at a card whose page is open, or that must be detached. */
export const beginCardLook = (db: Db, id: string): Promise<SavedCard | undefined> =>
  db
    .updateTable('saved_card')
    .set({ look_at: LATER })
    .where('id', '=', id)
    .where('state', '<>', 'saved')
    .returningAll()
    .executeTakeFirst()

/** The same for those that are due, so that no other process does. */
export const beginDueCardLooks = (db: Db, most: number): Promise<SavedCard[]> =>
  db
    .updateTable('saved_card')
    .set({ look_at: LATER })
    .where('id', 'in', (query) =>
      query
        .selectFrom('saved_card')
        .select('id')
        .where('look_at', '<=', NOW)
        .orderBy('look_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()

/** Saves the card that was entered, in place of an earlier one, unless it is unwanted by now; then it is only known. */
export const keepCard = (db: Db, { id, carrier_account_id, organisation_id }: SavedCard, facts: CardFacts) =>
  inTransaction(db, async (tx) => {
    await lockAutomaticTopUp(tx, carrier_account_id)
    const kept = await tx
      .updateTable('saved_card')
      .set(facts)
      .where('id', '=', id)
      .where('payment_method_id', 'is', null)
      .returning('state')
      .executeTakeFirst()
    if (kept?.state !== 'asked') return
    await tx
      .updateTable('saved_card')
      .set({ state: 'unwanted', look_at: NOW })
      .where('carrier_account_id', '=', carrier_account_id)
      .where('state', '=', 'saved')
      .execute()
    await tx.updateTable('saved_card').set({ state: 'saved', look_at: null }).where('id', '=', id).execute()
    await turnOn(tx, carrier_account_id)
    await recordAudit(tx, { organisation_id, event: 'card_saved', subject: carrier_account_id })
  })

export const deleteCard = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('saved_card').where('id', '=', id).where('state', '<>', 'saved').execute()
