import type { AuditChain } from '@postroom/contract/audit-log'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { asPlatform } from '../../db/tenant.ts'

/** Organisations verified in one statement. */
const AT_ONCE = 20

/** What the last verification of an organisation's audit log found; nothing is recomputed. */
export const auditChainOf = (db: Db, organisationId: string): Promise<AuditChain> =>
  asPlatform(async () => {
    const { rows } = await sql<{
      entries: number
      last: Buffer | null
      checked_at: Date | null
      verified: number
      broken: number | null
    }>`
      select coalesce(chain.length, 0) as entries, chain.hash as last, checked_at,
        coalesce(audit_check.length, 0) as verified, broken
      from (select ${organisationId}::uuid as id) as asked
      left join chain on chain.name = 'audit:' || asked.id
      left join audit_check on organisation_id = asked.id`.execute(db)
    const { entries, last, checked_at, verified, broken } = rows[0]!
    return {
      entries,
      verified,
      ...(last !== null && { last_hash: last.toString('hex') }),
      ...(checked_at !== null && { checked_at: checked_at.toISOString() }),
      ...(broken !== null && { broken }),
    }
  })

/** Recomputes every hash of an organisation's audit log, and records how far it is whole. */
export const checkAuditLog = (db: Db, organisationId: string): Promise<void> =>
  asPlatform(() => verify(db, { organisations: [organisationId], isWhole: true }))

/**
 * Verifies the audit logs that grew since their last verification, only what is new; and every entry of each once a day,
 * and while one is broken.
 *
 * @returns the organisations whose log is broken
 */
export async function checkAuditLogs(db: Db): Promise<string[]> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select organisation.id from organisation
      left join chain on chain.name = 'audit:' || organisation.id
      left join audit_check checked on organisation_id = organisation.id
      where checked.whole_at is null or checked.whole_at < clock_timestamp() - interval '1 day'
        or (checked.length <> coalesce(chain.length, 0) or checked.hash <> coalesce(chain.hash, '') or broken is not null)
          and checked.checked_at < clock_timestamp() - interval '1 minute'
      order by organisation.id limit ${AT_ONCE}`.execute(db)
    if (rows.length > 0) await verify(db, { organisations: rows.map(({ id }) => id), isWhole: false })
    if (rows.length < AT_ONCE) break
  }
  const broken = await db.selectFrom('audit_check').select('organisation_id').where('broken', 'is not', null).execute()
  return broken.map(({ organisation_id }) => organisation_id)
}

/** Verifies from the last verified entry, or from the first one. One statement: rows and chain ends are of the same instant. */
const verify = (db: Db, { organisations, isWhole }: { organisations: string[]; isWhole: boolean }): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '2min'`.execute(tx)
    await sql`
      with begun as (
        select asked.id, 'audit:' || asked.id as name, checked.id is null as is_whole,
          checked.whole_at, coalesce(checked.length, 0) as length, coalesce(checked.hash, '') as hash
        from unnest(${organisations}::uuid[]) as asked (id)
        left join (select organisation_id as id, * from audit_check
          where not ${isWhole} and broken is null and whole_at > clock_timestamp() - interval '1 day') as checked using (id)),
      linked as (
        select begun.id, seq, entry.hash, begun.length + row_number() over in_chain as place,
          sha256(coalesce(lag(entry.hash) over in_chain, begun.hash) || convert_to(chain_text(entry), 'UTF8')) as computed
        from begun join audit_event entry on entry.chain = name and seq > begun.length
        window in_chain as (partition by begun.id order by seq)),
      wrong as (
        select id, min(place) as place from linked where seq <> place or hash <> computed group by id),
      reached as (
        select begun.*, coalesce(max(place), begun.length) as place,
          coalesce((array_agg(linked.hash order by place desc) filter (where place is not null))[1], begun.hash) as last
        from begun left join linked using (id) group by begun.id, name, is_whole, whole_at, begun.length, begun.hash),
      ended as (
        select reached.*, coalesce(chain.length, 0) as entries, coalesce(chain.hash, '') as entry_hash
        from reached left join chain using (name))
      insert into audit_check as kept (organisation_id, whole_at, checked_at, length, hash, broken)
      select ended.id, case when is_whole then clock_timestamp() else whole_at end, clock_timestamp(), ended.place, last,
        coalesce(wrong.place, case
          when ended.place <> entries then least(ended.place, entries) + 1
          when last <> entry_hash then ended.place end)
      from ended left join wrong using (id)
      on conflict (organisation_id) do update set whole_at = excluded.whole_at, checked_at = excluded.checked_at,
        length = excluded.length, hash = excluded.hash, broken = excluded.broken`.execute(tx)
  })
