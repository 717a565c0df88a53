import { budgetPeriodAt, BUDGET_PERIODS, SPENDING_STATES, type Budget } from '@postroom/domain/purchase/budget'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { Pence } from '@postroom/domain/money'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { ShipmentTables } from '../../db/tables/shipments/shipments.ts'

type BudgetColumns = Pick<Selectable<ShipmentTables['cost_center']>, 'budget_amount' | 'budget_period' | 'on_exceed'>

/** The budget of a cost centre, if it has one. */
export function budgetOf({ budget_amount, budget_period, on_exceed }: BudgetColumns): Budget | undefined {
  if (budget_amount === null || budget_period === null || on_exceed === null) return undefined
  return { amount: budget_amount, period: budget_period, on_exceed }
}

/** Pence bought for a row of `cost_center` in the budget period of `instant`; 0 without a budget. */
export function spentAt(instant: Date): RawBuilder<Pence> {
  const border = (side: 'from' | 'until') => {
    const days = BUDGET_PERIODS.map((period) => sql`when ${period} then ${budgetPeriodAt(period, instant)[side]}::date`)
    return sql`(case budget_period ${sql.join(days, sql` `)} end)::timestamp at time zone 'Europe/London'`
  }
  return sql<Pence>`(select coalesce(sum(payable), 0)::bigint from purchase
    where purchase.organisation_id = cost_center.organisation_id and cost_center_id = cost_center.id
      and not is_test and state in (${sql.join(SPENDING_STATES.map((state) => sql.lit(state)))})
      and created_at >= ${border('from')} and created_at < ${border('until')})`
}

interface Standing {
  code: string
  is_active: boolean
  budget: Budget | undefined
  spent: Pence
}

/** The state of a purchase's cost centre in the period of the purchase. */
export async function budgetStatus(
  db: Db,
  organisationId: string,
  { id, instant }: { id: string; instant: Date },
): Promise<Standing> {
  const { code, is_active, spent, ...budget } = await db
    .selectFrom('cost_center')
    .select(['code', 'is_active', 'budget_amount', 'budget_period', 'on_exceed', spentAt(instant).as('spent')])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { code, is_active, budget: budgetOf(budget), spent }
}

/** Locks a cost centre until the transaction ends: others who buy for it or change it wait. */
export const lockCostCenter = (tx: Tx, organisationId: string, id: string): Promise<unknown> =>
  tx
    .selectFrom('cost_center')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/**
 * Records that the budget was exceeded in the period that began on `from`.
 *
 * @returns the name of the cost centre the first time in that period; nothing later, because its managers have been
 * notified
 */
export async function recordExceeded(
  tx: Tx,
  organisationId: string,
  id: string,
  from: CalendarDate,
): Promise<{ name: string } | undefined> {
  return (
    tx
      .updateTable('cost_center')
      .set({ exceeded_from: from })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      // a late charge for a shipment of an earlier period does not reopen that period
      .where(sql<boolean>`exceeded_from is null or exceeded_from < ${from}::date`)
      .returning('name')
      .executeTakeFirst()
  )
}
