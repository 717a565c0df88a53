import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inSnapshot, type Tx } from '../../db/in-transaction.ts'
import { verifyChains, type BrokenChain } from '../audit/verify-chains.store.ts'
import { brokenInvariants, recordLedgerState, type BrokenInvariant, type Part } from './invariants.store.ts'

/** Above this many new rows everything is read instead. */
const MOST_NEW = 20_000

interface Findings {
  /** Why nothing is sold. */
  broken: BrokenInvariant[]
  /** Changed rows, even if the books balance: a person has to look. */
  chains: BrokenChain[]
}

/**
 * Checks the books, stops selling while they do not balance, and records how far they are verified. Reads what is new
 * since the last check; everything once a day, at the first check, and while something is broken.
 *
 * @returns what it found; nothing while another process checks
 */
export const checkBooks = (db: Db): Promise<Findings | undefined> =>
  inSnapshot(db, async (tx) => {
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(770019) as mine`.execute(tx)
    if (!lock.rows[0]!.mine) return undefined
    await sql`set local statement_timeout = '60s'`.execute(tx)
    const news = await newSinceLastCheck(tx)
    const found = news ? await checkNew(tx, news) : await checkEverything(tx)
    await recordLedgerState(tx, found.broken)
    if (found.broken.length > 0) await tx.deleteFrom('books_check').execute()
    else await keepHowFar(tx, { whole: !news })
    return found
  })

/** What was written since the last check: transfers, and purchases that were made or changed. */
interface News {
  transfers: number[]
  purchases: string[]
  /** Those of the transfers. A payment that was changed without a transfer is found once a day. */
  payments: string[]
}

/** Nothing when everything is to be read. */
async function newSinceLastCheck(tx: Tx): Promise<News | undefined> {
  const last = await sql<{ fresh: boolean }>`
    select whole_at > clock_timestamp() - interval '1 day' as fresh from books_check`.execute(tx)
  if (!last.rows[0]?.fresh) return undefined
  const places = await newPlaces(tx)
  const changed = await tx.selectFrom('unchecked_purchase').select('purchase_id').distinct().limit(MOST_NEW).execute()
  if (Math.max(places.length, changed.length) === MOST_NEW) return undefined
  // the numbers of a chain have no gaps and follow the order of the commits
  const { rows } = await sql<{ id: number; purchase_id: string | null; payment_id: string | null }>`
    select id, purchase_id, payment_id from transfer
    join unnest(${places.map(({ chain }) => chain)}::text[], ${places.map(({ seq }) => seq)}::bigint[]) place (chain, seq)
      using (chain, seq)`.execute(tx)
  const moved = rows.flatMap(({ purchase_id }) => purchase_id ?? [])
  return {
    transfers: rows.map(({ id }) => id),
    purchases: [...new Set([...changed.map(({ purchase_id }) => purchase_id), ...moved])],
    payments: [...new Set(rows.flatMap(({ payment_id }) => payment_id ?? []))],
  }
}

/** Chain and number of the transfers that were not read yet, at most `MOST_NEW`. */
async function newPlaces(tx: Tx): Promise<{ chain: string; seq: number }[]> {
  const { rows } = await sql<{ chain: string; seq: number }>`
    select name as chain, seq
    from chain left join checked_chain checked using (name),
      generate_series(coalesce(checked.length, 0) + 1, chain.length) seq
    where name like 'ledger:%' limit ${MOST_NEW}`.execute(tx)
  return rows
}

const checkEverything = async (tx: Tx): Promise<Findings> => ({
  chains: (await verifyChains(tx)).broken,
  broken: await brokenInvariants(tx),
})

async function checkNew(tx: Tx, { transfers, purchases, payments }: News): Promise<Findings> {
  const isNew = sql`transfer.id = any(${transfers}::bigint[])`
  const part: Part = {
    journal: sql`select id as account, balance as amount from checked_account
      union all select credit, amount from transfer where ${isNew}
      union all select debit, -amount from transfer where ${isNew}`,
    includes: (id) => sql`${id} = any(${purchases}::uuid[])`,
    includesPayment: (id) => sql`${id} = any(${payments}::uuid[])`,
  }
  const { rows: chains } = await sql<BrokenChain>`
    with linked as (
      select transfer.id, chain, seq, transfer.hash, ledger_chain(debit, credit) as belongs,
        sha256(coalesce(lag(transfer.hash) over in_chain, checked.hash, '') || convert_to(chain_text(transfer), 'UTF8')) as computed
      from transfer left join checked_chain checked on name = chain
      where ${isNew} window in_chain as (partition by chain order by seq)),
    reached as (
      select distinct on (name) * from (
        select chain as name, seq as length, hash from linked union all select name, length, hash from checked_chain) ends
      order by name, length desc)
    select chain, 'transfer ' || id as row from linked where hash is distinct from computed or chain <> belongs
    union all select name, 'the end of the chain was changed'
      from (select * from chain where name like 'ledger:%') ended full join reached using (name)
      where (ended.length, ended.hash) is distinct from (reached.length, reached.hash)`.execute(tx)
  return { chains, broken: await brokenInvariants(tx, part) }
}

/** The sums need not be added up: they were just verified against the balances. */
async function keepHowFar(tx: Tx, { whole }: { whole: boolean }): Promise<void> {
  await sql`insert into checked_account as kept select id, balance from account
    on conflict (id) do update set balance = excluded.balance where kept.balance <> excluded.balance`.execute(tx)
  await sql`insert into checked_chain as kept select name, length, hash from chain where name like 'ledger:%'
    on conflict (name) do update set length = excluded.length, hash = excluded.hash
      where kept.hash <> excluded.hash or kept.length <> excluded.length`.execute(tx)
  await tx.deleteFrom('unchecked_purchase').execute()
  if (whole)
    await sql`insert into books_check (whole_at) values (clock_timestamp())
      on conflict (only_one) do update set whole_at = excluded.whole_at`.execute(tx)
}
