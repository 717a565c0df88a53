import type { StatementLine } from '@postroom/contract/carrier-account'
import type { FoundShipment } from '@postroom/contract/shipment-search'
import type { Spending } from '@postroom/contract/spending'
import { toPence, type Pence } from '@postroom/domain/money'
import { firstOfMonth, lastOfMonth } from '@postroom/domain/purchase/spending-periods'
import { sql } from 'kysely'
import { buyAYear } from './a-year-of-shipments.ts'
import { aBuyer, type Buyer, type PurchaseScene } from './purchase-scene.ts'

interface Day {
  day: string
  items: number
  spend: number
}

/** The months that hold the year of `buyAYear`. */
const MONTHS = Array.from({ length: 13 }, (_, n) => firstOfMonth('2025-11-01', n))
const PAGE = 100

/** A buyer of an organisation that has bought `count` shipments in a year, and nothing else that counts. */
export async function aBuyerOfAYear(scene: PurchaseScene, count: number): Promise<Buyer> {
  const buyer = await aBuyer(scene, 10_00)
  const { id } = (await buyer.buy('like-this-one')).json<{ id: string }>()
  const voided = await buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'A model for others' })
  if (voided.json<{ status: string }>().status !== 'voided') throw new Error(voided.body)
  await buyAYear(scene.database.url, buyer.organisation, count)
  return buyer
}

/** Pence that left the customer's account and did not come back: paid or held. */
export async function paidByLedger({ context }: PurchaseScene, { account }: Buyer): Promise<Pence> {
  const own = `cust:${account}`
  const { rows } = await sql<{ pence: Pence }>`
    select coalesce(sum(case when debit = ${own} then amount else -amount end), 0)::bigint as pence
    from transfer where kind <> 'topup' and ${own} in (debit, credit)`.execute(context.db)
  return rows[0]!.pence
}

/** What the purchases themselves add up to, by UK day. */
export async function purchasesByDay({ context }: PurchaseScene, { organisation }: Buyer): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select (created_at at time zone 'Europe/London')::date::text as day, sum(labels)::int as items, sum(payable)::bigint as spend
    from purchase where organisation_id = ${organisation} and not is_test and state in ('AUTHORISED', 'BOUGHT', 'VOID_REQUESTED')
    group by 1 order by 1`.execute(context.db)
  return rows
}

export const spendingOf = async (buyer: Buyer, from: string, to: string): Promise<Spending> =>
  (await buyer.get(`/stamp/v1/spending?from=${from}&to=${to}`)).json()

/** The dashboard of the year month by month, which shows days. */
export async function spendingByDay(buyer: Buyer): Promise<Day[]> {
  const days = new Map<string, Day>()
  for (const month of MONTHS)
    for (const { from, items, spend } of (await spendingOf(buyer, month, lastOfMonth(month))).bars) {
      const day = days.get(from) ?? { day: from, items: 0, spend: 0 }
      days.set(from, { day: from, items: day.items + items, spend: day.spend + spend })
    }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** The balance after the newest line of the statement. */
export async function balanceOfStatement(scene: PurchaseScene, buyer: Buyer, authorization: string): Promise<Pence> {
  const url = `/api/stamp/v1/carrieraccount/${buyer.account}/statement?orderAsc=false&length=1`
  const answer = await scene.app.inject({ url, headers: { authorization } })
  return toPence(answer.json<{ data: StatementLine[] }>().data[0]!.balance)
}

/** Pence of the shipments that the history lists, by their state. */
export async function paidByHistory(buyer: Buyer): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const month of MONTHS)
    for (let start = 0; ; start += PAGE) {
      const days = `dateFrom=${month}&dateTo=${lastOfMonth(month)}`
      const page = await buyer.post(
        `/stamp/v1/shipment/search?start=${start}&length=${PAGE}&withManual=true&${days}`,
        {},
      )
      const { data } = page.json<{ data: FoundShipment[] }>()
      for (const shipment of data)
        if (shipment.transaction_type === 'postage')
          sums[shipment.status] = (sums[shipment.status] ?? 0) + shipment.amount
      if (data.length < PAGE) break
    }
  return sums
}
