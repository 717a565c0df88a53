import { KEPT_KINDS, type KeptKind } from '@postroom/contract/retention'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction, type Tx } from '../db/in-transaction.ts'
import { OPEN } from '../features/batches/batch.store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

type Sql = RawBuilder<unknown>

/** Rows of `table` are deleted when they are older than `kept_ms`, counted from `since`. */
interface Rule {
  table: string
  since: Sql
  kept_ms: number
  /** Which rows, where not all. */
  only?: Sql
  /**
   * Where a row stays and only its people are erased: a function that erases the oldest `most` before an instant, and
   * returns how many as `n`.
   */
  erase?: (before: Date, most: number) => RawBuilder<{ n: number }>
  /** Rows per transaction, where a row takes a lot of work. */
  most?: number
  /** Under which name managers see the rule; rules without one concern nobody's data for long. */
  kind?: KeptKind
}

/** No row of a batch is in flight. */
const BATCH_ENDED = sql`not exists (select from batch_row where organisation_id = batch.organisation_id and batch_id = batch.id
  and state in (${sql.join(OPEN)}))`

/**
 * What is kept for how long, and why not longer. Tables not listed are kept: purchases, documents, ledger and audit log
 * as evidence, address books and the data of users until they remove them.
 *
 * @param days how long the people on a shipment are kept
 */
const rulesOf = (days: number): readonly Rule[] => [
  // expired
  { table: 'document_link', since: sql`expires_at`, kept_ms: HOUR_MS },
  { table: 'session_token', since: sql`expires_at`, kept_ms: 0 },
  { table: 'session', since: sql`ends_at`, kept_ms: 0 },
  { table: 'password_reset', since: sql`expires_at`, kept_ms: 0 },
  { table: 'passkey_challenge', since: sql`expires_at`, kept_ms: 0 },
  { table: 'sign_on_attempt', since: sql`expires_at`, kept_ms: 0 },
  { table: 'sign_on_logout', since: sql`expires_at`, kept_ms: 0 },
  { table: 'hub_grant', since: sql`expires_at`, kept_ms: 0 },
  // a device that polls late still learns that it was paired
  { table: 'pairing', since: sql`expires_at`, kept_ms: HOUR_MS },
  { table: 'enrolment_code', since: sql`expires_at`, kept_ms: 0 },
  // guesses are counted over a quarter of an hour; they name people who may not exist
  { table: 'sign_in_failure', since: sql`failed_at`, kept_ms: HOUR_MS },
  // mailed within a second, unless no mail can be sent
  { table: 'reset_request', since: sql`asked_at`, kept_ms: HOUR_MS },
  // retried for a week; some hold the address of a user
  { table: 'outbox', since: sql`created_at`, kept_ms: 7 * DAY_MS },
  // what a user has not seen by then no longer matters
  { table: 'notice', since: sql`created_at`, kept_ms: 90 * DAY_MS, kind: 'notices' },
  // a client that was away for longer starts afresh; the newest message of a hub stays, so that its timetokens never go
  // back
  {
    table: 'hub_message',
    since: sql`to_timestamp(t / 10000000.0)`,
    kept_ms: DAY_MS,
    only: sql`t < (select max(newer.t) from hub_message newer where newer.hub_id = hub_message.hub_id)`,
  },
  // typed and never sent; it holds addresses
  { table: 'draft', since: sql`saved_at`, kept_ms: 30 * DAY_MS, kind: 'drafts' },
  // prepared and never bought: it names an addressee to no purpose
  { table: 'pending_shipment', since: sql`created_at`, kept_ms: 90 * DAY_MS, kind: 'pending' },
  // deleted by its user, who may restore it until then
  { table: 'address', since: sql`deleted_at`, kept_ms: 30 * DAY_MS, kind: 'addresses' },
  // it may name the people on its items; the newest of an account says what the next one lists
  {
    table: 'manifest',
    since: sql`asked_at`,
    kept_ms: days * DAY_MS,
    only: sql`look_at is null and exists (select from manifest newer where newer.state = 'made'
      and newer.carrier_account_id = manifest.carrier_account_id and newer.asked_at > manifest.asked_at)`,
  },
  // as long as the people on its shipment, and not while its report to the shop is outstanding
  {
    table: 'shop_order',
    since: sql`came_at`,
    kept_ms: days * DAY_MS,
    only: sql`report_at is null and pending_id is null`,
  },
  // names no person; a webhook that was off for so long begins anew
  { table: 'webhook_event', since: sql`created_at`, kept_ms: 30 * DAY_MS },
  // says how its rows ended: what was bought is kept as a purchase, whose key still prevents a second purchase
  {
    table: 'batch',
    since: sql`created_at`,
    kept_ms: 90 * DAY_MS,
    only: BATCH_ENDED,
    most: 100,
    kind: 'batches',
  },
  // test prints are no evidence
  {
    table: 'batch',
    since: sql`created_at`,
    kept_ms: DAY_MS,
    only: sql`terms ->> 'test' = 'true' and ${BATCH_ENDED}`,
    most: 100,
  },
  {
    table: 'purchase',
    since: sql`created_at`,
    kept_ms: DAY_MS,
    only: sql`is_test and not exists (select from batch_row where purchase_id = purchase.id)`,
    erase: (before, most) => sql`select delete_test_prints_before(${before}, ${most}) as n`,
    most: 100,
    kind: 'tests',
  },
  // involves no money, so there is nothing to prove
  { table: 'manual_shipment', since: sql`created_at`, kept_ms: days * DAY_MS, kind: 'manual' },
  // the books are kept longer than the people in them
  {
    table: 'purchase',
    since: sql`created_at`,
    kept_ms: days * DAY_MS,
    only: sql`people_erased_at is null and state not in ('AUTHORISED', 'VOID_REQUESTED')`,
    erase: (before, most) => sql`select erase_people_before(${before}, ${most}) as n`,
    most: 100,
    kind: 'people',
  },
]

/** The rules that managers see, in days. */
export const keptDays = (days: number): { kind: KeptKind; days: number }[] =>
  KEPT_KINDS.flatMap((kind) => {
    const rule = rulesOf(days).find((each) => each.kind === kind)
    return rule ? [{ kind, days: rule.kept_ms / DAY_MS }] : []
  })

/** Number of rows by table. */
export type DeletedRows = Readonly<Record<string, number>>

/** What would be deleted now. */
export const countDue = (db: Db, days: number, now: Date): Promise<DeletedRows> =>
  byTable(rulesOf(days), async (rule) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(rule.table)} where ${isDue(rule, now)}`.execute(db)
    return rows[0]!.n
  })

/**
 * Deletes what is due, in small transactions so that no user waits for them. When several processes run this, each batch
 * waits for that of the others: none is left out because another process was busy. `signal` ends it after the batch in
 * flight.
 */
export const deleteExpired = (db: Db, days: number, now: Date, signal?: AbortSignal): Promise<DeletedRows> =>
  byTable(rulesOf(days), async (rule) => {
    const most = rule.most ?? 1000
    let deleted = 0
    for (;;) {
      if (signal?.aborted) return deleted
      const batch = await inTransaction(db, (tx) => deleteBatch(tx, rule, now, most))
      deleted += batch
      if (batch < most) return deleted
    }
  })

async function deleteBatch(tx: Tx, rule: Rule, now: Date, most: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(770016)`.execute(tx)
  const table = sql.table(rule.table)
  const batch =
    rule.erase?.(new Date(now.getTime() - rule.kept_ms), most) ??
    sql<{ n: number }>`with gone as (
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${isDue(rule, now)} limit ${most}))
      returning 1) select count(*) as n from gone`
  const { rows } = await batch.execute(tx)
  return rows[0]!.n
}

const isDue = ({ since, kept_ms, only = sql`true` }: Rule, now: Date): Sql =>
  sql`${since} < ${new Date(now.getTime() - kept_ms)} and ${only}`

async function byTable(rules: readonly Rule[], work: (rule: Rule) => Promise<number>): Promise<DeletedRows> {
  const counts: Record<string, number> = {}
  for (const rule of rules) counts[rule.table] = (counts[rule.table] ?? 0) + (await work(rule))
  return counts
}
