import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction, type Tx } from '../../db/in-transaction.ts'

/** A broken invariant: which, and where (an account, a purchase, a payment or a transfer). */
export interface BrokenInvariant {
  broken: string
  what: string
}

type Sql = RawBuilder<unknown>

/** The part of the books that is checked. */
export interface Part {
  /** The source of the balances: rows of `account` and `amount`. */
  journal: Sql
  /** Whether the purchase with this id is checked. */
  includes: (purchaseId: Sql) => Sql
  /** Whether the payment with this id is checked. */
  includesPayment: (paymentId: Sql) => Sql
}

const EVERYTHING: Part = {
  journal: sql`select credit as account, amount from transfer union all select debit, -amount from transfer`,
  includes: () => sql`true`,
  includesPayment: () => sql`true`,
}

/**
 * What must hold for the books at every instant, also while purchases are in flight. No rows: nothing is broken.
 *
 * I1 cached balance = journal · I2 all balances sum to 0 · I3 no customer below 0 · I4 one hold for each purchase · I5
 * state and journal agree · I6 held = open holds · I7 every capture has its label and receipt · I8 hold = price, and
 * capture + fee + release = hold, refund and fee_refund = what was taken, each its own part · I11 a test print moves
 * nothing · I14 one event for each step · I15 one void request for each void number, open only while the carrier is
 * asked · I16 the carrier got what it charged, on its own clearing account · I17 the transfers of a payment add up to its
 * state at Stripe, its refunds and its disputes, on the accounts of its own customer
 */
export const brokenInvariants = (db: Db, part: Part = EVERYTHING): Promise<BrokenInvariant[]> =>
  inTransaction(db, async (tx) => {
    if (part === EVERYTHING) await sql`set local statement_timeout = '10min'`.execute(tx)
    return (await findBroken(tx, part)).rows
  })

const findBroken = (tx: Tx, { journal, includes, includesPayment }: Part) =>
  sql<BrokenInvariant>`
    with moved as (
      select p.*, concat_ws('/', count(*) filter (where kind = 'capture'), count(*) filter (where kind = 'fee'),
               count(*) filter (where kind = 'release'), count(*) filter (where kind = 'refund'),
               count(*) filter (where kind = 'fee_refund')) resolved,
             case when own_fees > 0 then 1 else 0 end fees, case when payable < p.amount then 1 else 0 end rests,
             coalesce(sum(t.amount) filter (where kind = 'adjustment' and credit like 'cust:%'), 0) given_early,
             coalesce(sum(case when credit like 'carrier:%' then t.amount when debit like 'carrier:%' then -t.amount end), 0) got,
             bool_or('carrier:' || p.carrier_code not in (debit, credit) and concat(debit, credit) like '%carrier:%') strange,
             sum(t.amount) filter (where kind = 'hold') held,
             sum(t.amount) filter (where kind in ('capture', 'fee', 'release')) given,
             count(*) filter (where kind = 'hold') holds, count(kind) transfers,
             count(*) filter (where kind = 'capture') captures
      from purchase p left join transfer t on t.purchase_id = p.id where ${includes(sql`p.id`)} group by p.id),
    step as (
      select *, lag(to_state) over (partition by purchase_id order by seq) before from purchase_event
      where ${includes(sql`purchase_id`)}),
    counted as (select account, sum(amount) as balance from (${journal}) j group by account),
    adjusted as (
      select purchase_id, coalesce(sum(change) filter (where not after_void), 0) before_void,
        coalesce(sum(change) filter (where after_void), 0) after_void
      from carrier_adjustment where ${includes(sql`purchase_id`)} group by purchase_id),
    open_hold as (
      select 'held:' || carrier_account_id as account, sum(amount) as balance from purchase
      where state = 'AUTHORISED' and not is_test group by carrier_account_id)
    select 'I1' broken, a.id what from account a left join counted on account = a.id
      where a.balance <> coalesce(counted.balance, 0)
    union all select 'I2', sum(balance)::text from account having sum(balance) <> 0
    union all select 'I3', id from account where id ~ '^(cust|held|pending):' and balance < 0
    union all select 'I4', id::text from moved where not is_test and holds <> 1
    union all select 'I5', id::text from moved where not is_test and resolved <> case
      when state = 'AUTHORISED' then '0/0/0/0/0'
      when state in ('BOUGHT', 'VOID_REQUESTED') then concat('1/', fees, '/', rests, '/0/0')
      when state = 'VOIDED'
        then concat('1/', fees, '/', rests, '/', case when payable - own_fees > given_early then 1 else 0 end, '/', fees)
      else '0/0/1/0/0' end
    union all select 'I6', a.id from account a left join open_hold on account = a.id
      where a.id like 'held:%' and a.balance <> coalesce(open_hold.balance, 0)
    union all select 'I7', id::text from moved where captures > 0
      and (select count(*) from document d where d.purchase_id = moved.id and d.type in ('label', 'receipt')) <> 2
    union all select 'I8', t.id::text from transfer t join moved p on p.id = t.purchase_id
      where t.amount <> case kind when 'fee' then p.own_fees when 'fee_refund' then p.own_fees
        when 'capture' then p.payable - p.own_fees when 'refund' then p.payable - p.own_fees - given_early
        when 'release' then case captures when 0 then p.amount else p.amount - p.payable end
        when 'hold' then p.amount else t.amount end
    union all select 'I8', id::text from moved where given <> held
    union all select 'I11', id::text from moved where is_test and transfers > 0
    union all select 'I14', p.id::text from purchase p left join step on step.purchase_id = p.id
      where not p.is_test and ${includes(sql`p.id`)} group by p.id
      having count(seq) = 0 or bool_or(from_state is distinct from before)
        or (array_agg(to_state order by seq desc))[1] is distinct from p.state
        or count(*) filter (where to_state = 'VOID_REQUESTED') <> p.void_no
    union all select 'I15', p.id::text from purchase p left join void_request v on v.purchase_id = p.id
      where ${includes(sql`p.id`)} group by p.id
      having count(n) <> p.void_no or coalesce(max(n), 0) <> p.void_no
        or count(n) - count(answered_at) <> case p.state when 'VOID_REQUESTED' then 1 else 0 end
        or bool_or(answered_at is null and n <> p.void_no)
        or (p.state = 'VOIDED') <> coalesce(bool_or(answered_at is not null and refusal is null), false)
    union all select 'I16', id::text from moved left join adjusted on purchase_id = id where strange or got <> case
      when captures = 0 then 0 when state = 'VOIDED' then coalesce(after_void, 0)
      else coalesce(charged, amount - own_fees) + coalesce(before_void, 0) end
    union all select 'I17', id::text from payment_unexplained where ${includesPayment(sql`id`)}`.execute(tx)

/** Stops all selling while anything is `broken`, and resumes it afterwards; for every server process at once. */
export async function recordLedgerState(db: Db, broken: readonly BrokenInvariant[]): Promise<void> {
  if (broken.length === 0) await db.deleteFrom('sales_stop').execute()
  else {
    const names = [...new Set(broken.map((row) => row.broken))].join(' ')
    await db
      .insertInto('sales_stop')
      .values({ broken: names })
      .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ broken: names }))
      .execute()
  }
}

/** Whether selling is stopped because the books do not balance. */
export async function isSellingStopped(db: Db): Promise<boolean> {
  return (await db.selectFrom('sales_stop').select('since').executeTakeFirst()) !== undefined
}
