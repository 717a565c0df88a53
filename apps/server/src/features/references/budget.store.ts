import { budgetPeriodAt, BUDGET_PERIODS, SPENDING_STATES, type Budget } from '@postroom/domain/purchase/budget'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { Pence } from '@postroom/domain/money'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import type { ShipmentTables } from '../../db/tables-shipments.ts'

type BudgetColumns = Pick<Selectable<ShipmentTables['cost_center']>, 'budget_amount' | 'budget_period' | 'on_exceed'>

/** The budget of a cost centre, if it has one. */
export function budgetOf({ budget_amount, budget_period, on_exceed }: BudgetColumns): Budget | undefined {
  if (budget_amount === null || budget_period === null || on_exceed === null) return undefined
  return { amount: budget_amount, period: budget_period, on_exceed }
}

/** Pence bought for a row of `cost_center` in the period of its budget that runs at `instant`; 0 when it has none. */
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

/** How the cost centre of a purchase stands in the period in which it was made. */
export async function standingOf(
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

/** Keeps a cost centre as it is until the transaction ends: others who buy for it, or change it, wait. */
export async function lockCostCenter(tx: Tx, organisationId: string, id: string): Promise<void> {
  await tx
    .selectFrom('cost_center')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Notes that more was bought than planned in the period that began on `from`: what the office is then told of. */
export async function noteExceeded(tx: Tx, organisationId: string, id: string, from: CalendarDate): Promise<void> {
  await tx
    .updateTable('cost_center')
    // a shipment of a period that is over does not begin it anew
    .set({ exceeded_from: sql`greatest(exceeded_from, ${from}::date)` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

export interface ExceededBudget {
  id: string
  organisation_id: string
  code: string
  name: string
  amount: Pence
  period: Budget['period']
  from: CalendarDate
}

const IS_NEWLY_EXCEEDED = sql`exceeded_from is distinct from told_from and on_exceed = 'warn'`

/** Ids of the cost centres whose budget was exceeded and that nobody was told of in that period. */
export async function newlyExceeded(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cost_center where ${IS_NEWLY_EXCEEDED} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** One of them, to be told of now: given out once over all processes, and no longer when somebody else was quicker. */
export async function claimExceeded(db: Db, id: string): Promise<ExceededBudget | undefined> {
  const { rows } = await sql<ExceededBudget>`
    update cost_center set told_from = exceeded_from where id = ${id} and ${IS_NEWLY_EXCEEDED}
    returning id, organisation_id, code, name, budget_amount as amount, budget_period as period,
      exceeded_from::text as "from"`.execute(db)
  return rows[0]
}

/** Takes an alert back that could not be sent. */
export async function unclaimExceeded(db: Db, id: string): Promise<void> {
  await db.updateTable('cost_center').set({ told_from: null }).where('id', '=', id).execute()
}
