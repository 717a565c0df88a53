import type { Webhook } from '@postroom/contract/webhook'
import { sql, type Selectable, type Updateable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { WebhookTables } from '../../db/tables/webhooks.ts'

export type StoredWebhook = Selectable<WebhookTables['webhook']>
/** A webhook with the number of its events that were not accepted. */
type CountedWebhook = StoredWebhook & Pick<Webhook, 'waiting' | 'failed'>

const deliveriesThatAre = (state: 'waiting' | 'failed') =>
  sql<number>`(select count(*) from webhook_delivery where webhook_id = webhook.id and webhook_delivery.state = ${sql.lit(state)})`

const counted = (db: Db, organisationId: string) =>
  db
    .selectFrom('webhook')
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .select([deliveriesThatAre('waiting').as('waiting'), deliveriesThatAre('failed').as('failed')])

/** The webhooks of an organisation, oldest first. */
export const findWebhooks = (db: Db, organisationId: string): Promise<CountedWebhook[]> =>
  counted(db, organisationId).orderBy('created_at').orderBy('id').execute()

/** A webhook of the organisation. */
export const findWebhook = (db: Db, organisationId: string, id: string): Promise<CountedWebhook | undefined> =>
  counted(db, organisationId).where('id', '=', id).executeTakeFirst()

/** Lets one transaction at a time add a webhook of the organisation. @returns how many there are */
export async function lockWebhooks(tx: Tx, organisationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(770042, hashtext(${organisationId}))`.execute(tx)
  const { count } = await tx
    .selectFrom('webhook')
    .where('organisation_id', '=', organisationId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const insertWebhook = (
  tx: Tx,
  webhook: Pick<StoredWebhook, 'id' | 'organisation_id' | 'url' | 'events' | 'secret'>,
) => tx.insertInto('webhook').values(webhook).execute()

export const updateWebhook = (
  tx: Tx,
  { organisation_id, id }: Pick<StoredWebhook, 'organisation_id' | 'id'>,
  change: Updateable<WebhookTables['webhook']>,
) => tx.updateTable('webhook').set(change).where('organisation_id', '=', organisation_id).where('id', '=', id).execute()

/** Makes a sealed secret the one of a webhook; the present one signs too, until then. @returns whether there is such a webhook */
export async function replaceSecret(
  tx: Tx,
  { organisation_id, id }: Pick<StoredWebhook, 'organisation_id' | 'id'>,
  secret: string,
  old_until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook')
    .set((row) => ({ secret, old_secret: row.ref('secret'), old_until }))
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes a webhook with its deliveries. @returns whether there was one */
export async function deleteWebhook(tx: Tx, organisationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
