import { sql, type Selectable } from 'kysely'
import type { ManifestOutcome } from '../../carriers/carrier-port.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'
import type { ManifestTables } from '../../db/tables/shipments/manifests.ts'
import type { CarrierAccount } from '../accounts/account.store.ts'

export type StoredManifest = Selectable<ManifestTables['manifest']>
const SHOWN = ['id', 'asked_at', 'state', 'number', 'reason'] as const
export type ShownManifest = Pick<StoredManifest, (typeof SHOWN)[number]>

/** A manifest that the carrier was not asked for before, or nothing while one is open. */
export const openManifest = (
  db: Db,
  { organisation_id, id: carrier_account_id }: Pick<CarrierAccount, 'organisation_id' | 'id'>,
  asked_by: string | null,
): Promise<StoredManifest | undefined> =>
  db
    .insertInto('manifest')
    .values({ organisation_id, carrier_account_id, asked_by })
    .onConflict((conflict) =>
      // literals: a statement that is planned once for all parameters finds no index for them
      conflict
        .column('carrier_account_id')
        .where(sql<boolean>`state in ('asked', 'pending')`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

export const newestManifest = (db: Db, accountId: string): Promise<StoredManifest | undefined> =>
  db
    .selectFrom('manifest')
    .selectAll()
    .where('carrier_account_id', '=', accountId)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findManifest = (db: Db, accountId: string, id: string): Promise<StoredManifest | undefined> =>
  db
    .selectFrom('manifest')
    .selectAll()
    .where('carrier_account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

export const pageManifests = (
  db: Db,
  accountId: string,
  { direction, ...page }: Page & { direction: 'asc' | 'desc' },
) => {
  const own = db.selectFrom('manifest').where('carrier_account_id', '=', accountId)
  return pageOf(own, own.select(SHOWN).orderBy('asked_at', direction).orderBy('id', direction), page)
}

/** Items bought with the account since its newest manifest was made. */
export async function countWaiting(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('purchase')
    .select((of) => of.fn.coalesce(of.fn.sum<number>('labels'), sql<number>`0`).as('count'))
    .where('carrier_account_id', '=', accountId)
    .where('is_test', '=', false)
    .where('state', 'in', ['BOUGHT', 'VOID_REQUESTED'])
    .where('created_at', '>', (of) =>
      of
        .selectFrom('manifest')
        .select((made) => made.fn.coalesce(made.fn.max('asked_at'), sql<Date>`'-infinity'`).as('at'))
        .where('carrier_account_id', '=', accountId)
        .where('state', '=', 'made'),
    )
    .executeTakeFirstOrThrow()
  return count
}

/** How often a manifest that the carrier is making is looked at. */
const LOOK_AFTER = sql<Date>`clock_timestamp() + interval '15 seconds'`

/** Keeps the carrier's answer, unless another process was faster. @returns the manifest now */
export async function keepOutcome(
  db: Db,
  { id, state }: StoredManifest,
  outcome: ManifestOutcome,
): Promise<StoredManifest> {
  const number = outcome.kind === 'unknown' ? undefined : outcome.number
  await db
    .updateTable('manifest')
    .set({
      state: outcome.kind,
      ...(number !== undefined && { number }),
      reason: outcome.kind === 'failed' ? outcome.reason : null,
      pdf: outcome.kind === 'made' ? outcome.pdf : null,
      look_at: outcome.kind === 'pending' ? LOOK_AFTER : null,
    })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()
  return db.selectFrom('manifest').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Asks again for a manifest that failed. @returns false when another is open, or it did not fail */
export async function reopenManifest(db: Db, { id, carrier_account_id }: StoredManifest): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('manifest')
    .set({ state: 'asked', reason: null, look_at: sql<Date>`clock_timestamp() + interval '1 minute'` })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('manifest as other')
            .select('other.id')
            .where('other.carrier_account_id', '=', carrier_account_id)
            .where('other.state', 'in', ['asked', 'pending']),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Open manifests that are due for a look, each for one process only. */
export const claimDue = (db: Db, most: number) =>
  db
    .updateTable('manifest')
    .from('carrier_account')
    .set({ look_at: LOOK_AFTER })
    .whereRef('carrier_account.id', '=', 'manifest.carrier_account_id')
    .where('manifest.id', 'in', (of) =>
      of
        .selectFrom('manifest')
        .select('id')
        .where('look_at', '<=', sql<Date>`clock_timestamp()`)
        .orderBy('look_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll('manifest')
    .returning('carrier_account.carrier_code')
    .execute()

/**
 * Opens a manifest for each account whose time of day has come in the UK, that has none of today after that time, and bought
 * something since the last one.
 */
export const openScheduled = (db: Db): Promise<(StoredManifest & { carrier_code: string })[]> =>
  inTransaction(db, async (tx) => {
    // one process at a time, or a slow one would not see a manifest that another has opened and the carrier made meanwhile
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(770047) as mine`.execute(tx)
    if (!lock.rows[0]!.mine) return []
    const { rows } = await sql<StoredManifest & { carrier_code: string }>`
    with due as (
      select id, organisation_id, carrier_code,
        (date_trunc('day', clock_timestamp() at time zone 'Europe/London') + manifest_at) at time zone 'Europe/London' as due_at
      from carrier_account where manifest_at is not null and is_active),
    opened as (
      insert into manifest (organisation_id, carrier_account_id)
      select organisation_id, id from due
      where due_at <= clock_timestamp()
        and not exists (select from manifest where carrier_account_id = due.id and asked_at >= due_at)
        and exists (
          select from purchase where carrier_account_id = due.id and not is_test and state in ('BOUGHT', 'VOID_REQUESTED')
            and created_at > coalesce((
              select max(asked_at) from manifest where carrier_account_id = due.id and state = 'made'), '-infinity'))
      on conflict do nothing
      returning *)
    select opened.*, due.carrier_code from opened join due on due.id = opened.carrier_account_id`.execute(tx)
    return rows
  })
