import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'

/** How much was verified, and the first changed row of each broken chain. */
export interface ChainFindings {
  chains: number
  rows: number
  broken: BrokenChain[]
}

/** A broken chain, and its first changed row. */
export interface BrokenChain {
  chain: string
  /** `transfer 17`, `audit_event 4`, or what is missing. */
  row: string
}

/**
 * Recomputes every hash of ledger and audit log. A row changed, inserted or deleted breaks its chain, even at its end,
 * because the length and the last hash are stored apart from the rows.
 */
export const verifyChains = (db: Db): Promise<ChainFindings> =>
  inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx) // everything is read
    // one statement, so that rows and chain ends are of the same instant
    const { rows } = await sql<BrokenChain>`
      with row as (
        select chain, seq, hash, 'transfer ' || id as name, chain_text(transfer) as content,
          coalesce(chain, ledger_chain(debit, credit)) as belongs, id from transfer
        union all select chain, seq, hash, 'audit_event ' || id, chain_text(audit_event), 'audit:' || organisation_id, id
          from audit_event),
      linked as (
        select *, row_number() over chained as place,
          sha256(coalesce(lag(hash) over chained, '') || convert_to(content, 'UTF8')) as computed
        from row window chained as (partition by belongs order by seq nulls last, id)),
      broken_row as (
        select distinct on (belongs) belongs as chain, name as row from linked
        where seq is distinct from place or hash is distinct from computed or chain is distinct from belongs
        order by belongs, place),
      broken_end as (
        select coalesce(chain.name, ended.belongs) as chain, case
            when chain.name is null then 'the end of the chain is missing'
            when ended.place is null or ended.place < chain.length then 'row ' || coalesce(ended.place, 0) + 1 || ' is missing'
            else 'the end of the chain was changed' end as row
        from chain full join (select distinct on (belongs) * from linked order by belongs, place desc) as ended
          on ended.belongs = chain.name
        where ended.place is distinct from chain.length or ended.hash is distinct from chain.hash)
      select * from broken_row
      union all select * from broken_end where chain not in (select chain from broken_row)
      order by chain`.execute(tx)
    const counted = await sql<{ chains: number; rows: number }>`
      select (select count(*) from chain) as chains,
        (select count(*) from transfer) + (select count(*) from audit_event) as rows`.execute(tx)
    return { ...counted.rows[0]!, broken: rows }
  })
