import type { WebhookTest } from '@postroom/contract/webhook'
import type { EventFacts } from '@postroom/contract/webhook-event'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'
import { queueNotices } from '../../notices/outbox.store.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Addressed } from './post-event.ts'

/** An event that this process sends to a webhook. */
export type ClaimedDelivery = Addressed &
  EventFacts & {
    organisation_id: string
    event_id: string
    n: number
    created_at: Date
    /** This one included. */
    attempts: number
    /** The delivery is this process's while its row has it. */
    lease: string
  }

/** Longer than an attempt; when a process dies, another takes over after it. */
const LEASE = sql`interval '1 minute'`
/** Connections to one webhook at the same time, by all processes. */
const OF_ONE_WEBHOOK = 4

/**
 * Claims up to `limit` deliveries that are due, each for one process only until its lease ends. Every webhook gets its first one
 * before another gets its second. One of a shipment waits while an earlier one of that shipment does.
 */
export const claimDeliveries = (db: Db, limit: number): Promise<ClaimedDelivery[]> =>
  inTransaction(db, async (tx) => {
    // a webhook is locked first, so that what follows sees all that other processes have claimed of it
    const { rows: webhooks } = await sql<{ id: string }>`
      select id from webhook where state = 'on' and exists (
        select from webhook_delivery where webhook_id = webhook.id and state = 'waiting' and due_at <= clock_timestamp())
      order by id for no key update skip locked`.execute(tx)
    const { rows } = await sql<ClaimedDelivery>`
      with due as (
        select webhook_id, n, place from unnest(${webhooks.map(({ id }) => id)}::uuid[]) as webhook (id)
        cross join lateral (
          select webhook_id, n, row_number() over (order by n) as place from webhook_delivery later
          where webhook_id = webhook.id and state = 'waiting'
            and due_at <= clock_timestamp() and (leased_until is null or leased_until <= clock_timestamp())
            and not exists (
              select from webhook_delivery earlier where earlier.webhook_id = webhook.id and earlier.state = 'waiting'
                and earlier.shipment_id = later.shipment_id and earlier.n < later.n)
          order by n limit greatest(0, ${OF_ONE_WEBHOOK} - (
            select count(*) from webhook_delivery where webhook_id = webhook.id and state = 'waiting'
              and leased_until > clock_timestamp()))) later
        order by place, n limit ${limit}),
      claimed as (
        update webhook_delivery set attempts = attempts + 1, leased_until = clock_timestamp() + ${LEASE}
        where (webhook_id, n) in (select webhook_id, n from due)
        returning webhook_id, event_id, n, attempts, leased_until::text as lease)
      select webhook.id, webhook.organisation_id, url, secret, old_secret, old_until, event_id, claimed.n, attempts, lease,
        type, data, webhook_event.created_at
      from claimed join webhook on webhook.id = webhook_id join webhook_event on webhook_event.id = event_id
      order by claimed.n`.execute(tx)
    return rows
  })

/** Seconds after each failed attempt until the next; after the last one, some 21 hours later, a delivery is given up. */
const PAUSES_S = [10, 60, 300, 1800, 2 * 3600, 6 * 3600, 12 * 3600]
const OFF_AFTER = sql`interval '3 days'`

/** Records what came of an attempt, unless another process has taken over. A webhook that has failed for days is switched off. */
export const recordAttempt = (db: Db, held: ClaimedDelivery, { accepted, ...outcome }: WebhookTest): Promise<void> =>
  inTransaction(db, async (tx) => {
    await recordHealth(tx, held, accepted)
    const pause = PAUSES_S[held.attempts - 1]
    await tx
      .updateTable('webhook_delivery')
      .set({
        status: outcome.status ?? null,
        trouble: outcome.trouble ?? null,
        answer: outcome.answer ?? null,
        state: accepted ? 'delivered' : pause === undefined ? 'failed' : 'waiting',
        leased_until: null,
        tried_at: sql<Date>`clock_timestamp()`,
        due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${pause ?? 0})`,
      })
      .where('webhook_id', '=', held.id)
      .where('n', '=', held.n)
      .where('state', '=', 'waiting')
      .where(sql<boolean>`leased_until::text = ${held.lease}`)
      .execute()
  })

async function recordHealth(tx: Tx, { id, organisation_id, url }: ClaimedDelivery, accepted: boolean): Promise<void> {
  const webhook = tx.updateTable('webhook').where('id', '=', id).where('organisation_id', '=', organisation_id)
  if (accepted) {
    await webhook.set({ failing_since: null }).where('failing_since', 'is not', null).execute()
    return
  }
  await webhook.set({ failing_since: sql`coalesce(failing_since, clock_timestamp())` }).execute()
  const { numUpdatedRows } = await webhook
    .set({ state: 'off' })
    .where('state', '=', 'on')
    .where('failing_since', '<', sql<Date>`clock_timestamp() - ${OFF_AFTER}`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await queueNotices(tx, { organisation_id, notice: { event: 'webhook_stopped', host: new URL(url).host } })
  await recordAudit(tx, { organisation_id, event: 'webhook_stopped', subject: id })
}
