import type { Spending, SpendingSum } from '@postroom/contract/spending'
import { addDays } from '@postroom/domain/calendar'
import { sumPence, type Pence } from '@postroom/domain/money'
import { voidCreditedBy } from '@postroom/domain/purchase/void-terms'
import { lastOfMonth, periodBefore, stepOf, type Period } from '@postroom/domain/purchase/spending-periods'
import { AppError } from '../../app-error.ts'
import { CSV_ROWS_MAX, csvHeader, csvRows } from '../../csv/write-csv.ts'
import type { Db } from '../../db/database.ts'
import {
  listSpending,
  openRefunds,
  spendingBars,
  spendingByCountry,
  spendingSums,
  type SpendingRow,
  type Spent,
} from './spending.store.ts'

const REFUNDS_SHOWN = 50
const CSV_COLUMNS = ['day', 'service', 'cost_centre', 'person', 'items', 'spend_gbp']

/** The spending of a period, and of the one it is compared with. */
export async function showSpending(db: Db, spent: Spent): Promise<Spending> {
  const before = periodBefore(spent)
  const untilNow = { from: before.from, to: addDays(spent.from, -1) }
  const [rows, countries, earlier, compared] = await Promise.all([
    spendingSums(db, spent),
    spendingByCountry(db, spent),
    spendingBars(db, spent, untilNow),
    spendingBars(db, spent, before),
  ])
  const by = Map.groupBy(rows, (row) => row.by)
  const bars = by.get('bar') ?? []
  return {
    from: spent.from,
    to: spent.to,
    total: sumOf(bars),
    could_save: {
      items: bars.reduce((sum, { dearer_items }) => sum + dearer_items, 0),
      amount: sumPence(...bars.map(({ could_save }) => could_save)),
    },
    saved: {
      items: bars.reduce((sum, { cheaper_items }) => sum + cheaper_items, 0),
      amount: sumPence(...bars.map(({ saved }) => saved)),
    },
    bars: bars.map(({ bar, service, ...sums }) => ({ ...barOf(bar!, spent), service: service!, ...sumOf([sums]) })),
    cost_centers: (by.get('cost_center') ?? []).map((row) => ({ ...named(row), id: row.cost_center_id })),
    people: (by.get('person') ?? []).map((row) => ({ ...named(row), id: row.person_id! })),
    countries,
    before: {
      ...before,
      total: sumOf(compared),
      bars: earlier.map(({ bar, ...sums }) => ({ ...barOf(bar, { ...spent, ...untilNow }), ...sums })),
    },
    refunds: await refundsOf(db, spent.organisation_id),
  }
}

const sumOf = (rows: readonly { items: number; spend: Pence }[]): SpendingSum => ({
  items: rows.reduce((sum, { items }) => sum + items, 0),
  spend: sumPence(...rows.map(({ spend }) => spend)),
})

const named = ({ name, items, spend }: SpendingRow) => ({ name: name ?? '', items, spend })

/** The days of the bar that begins on `first`, as far as they are in the period. */
function barOf(first: string, period: Period): Period {
  const last = stepOf(period) === 'day' ? first : lastOfMonth(first)
  return { from: first < period.from ? period.from : first, to: last > period.to ? period.to : last }
}

async function refundsOf(db: Db, organisationId: string): Promise<Spending['refunds']> {
  const refunds = await openRefunds(db, organisationId, REFUNDS_SHOWN)
  return {
    total: refunds[0]?.total ?? 0,
    amount: refunds[0]?.total_amount ?? 0,
    rows: refunds.map(({ id, name, asked_on, amount }) => {
      return { id, name, asked_on, expected_by: voidCreditedBy(asked_on), amount }
    }),
  }
}

/** The same sums as a CSV file, amounts in pounds. @throws AppError too_many_lines */
export async function spendingCsv(db: Db, spent: Spent): Promise<Uint8Array> {
  const rows = await listSpending(db, spent, CSV_ROWS_MAX + 1)
  // a truncated file would add up to less than was spent
  if (rows.length > CSV_ROWS_MAX) throw new AppError('too_many_lines', { details: { limit: CSV_ROWS_MAX } })
  const lines = rows.map(({ day, service, cost_center, person, items, spend }) => {
    return [day, service, cost_center, person, items, spend / 100]
  })
  return new TextEncoder().encode(csvHeader(CSV_COLUMNS) + csvRows(lines))
}
