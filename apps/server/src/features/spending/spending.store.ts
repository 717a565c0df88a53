import type { SpendingQuery } from '@postroom/contract/spending'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { Pence } from '@postroom/domain/money'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { rangesOf, stepOf, type Period } from '@postroom/domain/purchase/spending-periods'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Whose spending, and of which days. */
export interface Spent extends SpendingQuery {
  organisation_id: string
}

interface Sums {
  items: number
  spend: Pence
}
/** One sum; of the columns it can be summed by, only its own are set. */
export type SpendingRow = Sums & {
  by: 'bar' | 'cost_center' | 'person'
  /** First day of the day or month. */
  bar: CalendarDate | null
  service: ServiceCode | null
  cost_center_id: string | null
  person_id: string | null
  /** Of the cost centre or the person. */
  name: string | null
  dearer_items: number
  could_save: Pence
  cheaper_items: number
  saved: Pence
}

/** The rows to add up, of the period or of another one that is shown in the same steps. */
const chosen = (kind: 'service' | 'country', spent: Spent, period: Period = spent) => {
  const { organisation_id, costcenter, person } = spent
  const ranges = rangesOf(period, stepOf(spent)).map(
    ({ step, from, to }) => sql`(step = ${sql.lit(step)} and first_day between ${from}::date and ${to}::date)`,
  )
  return sql`from spending
    where organisation_id = ${organisation_id} and kind = ${sql.lit(kind)} and (${sql.join(ranges, sql` or `)})
    ${costcenter === undefined ? sql`` : sql`and cost_center_id = ${costcenter}::uuid`}
    ${person === undefined ? sql`` : sql`and person_id = ${person}::uuid`}`
}
/** Months are read as the sums of months and of days. */
const barIn = (period: Period): RawBuilder<Date> =>
  stepOf(period) === 'day' ? sql`first_day` : sql`date_trunc('month', first_day::timestamp)::date`
const SUMS = sql`sum(items)::int as items, sum(pence)::bigint as spend`

/** Sums by day or month and service, by cost centre, and by person, each from the largest. */
export async function spendingSums(db: Db, spent: Spent): Promise<SpendingRow[]> {
  const { rows } = await sql<SpendingRow>`
  select by, bar::text, service, cost_center_id, person_id, items, spend, dearer_items, could_save,
    cheaper_items, saved, coalesce(cost_center.name, fullname) as name
  from (
    select case grouping(bar, cost_center_id, person_id) when 3 then 'bar' when 5 then 'cost_center' else 'person' end as by,
      bar, service, cost_center_id, person_id, ${SUMS},
      sum(dearer_items)::int as dearer_items, sum(could_save)::bigint as could_save,
      sum(cheaper_items)::int as cheaper_items, sum(saved)::bigint as saved
    from (select ${barIn(spent)} as bar, key as service, cost_center_id, person_id, items, pence, dearer_items, could_save,
      cheaper_items, saved
      ${chosen('service', spent)}) as chosen
    group by grouping sets ((bar, service), (cost_center_id), (person_id)) having sum(items) > 0) as summed
  left join cost_center on cost_center.id = cost_center_id and cost_center.organisation_id = ${spent.organisation_id}
  left join app_user on app_user.id = person_id and app_user.organisation_id = ${spent.organisation_id}
  order by bar, spend desc, items desc, name`.execute(db)
  return rows
}

type CountrySum = Sums & { country: string }

/** Sums by country, from the largest. */
export async function spendingByCountry(db: Db, spent: Spent): Promise<CountrySum[]> {
  const { rows } = await sql<CountrySum>`
    select key as country, ${SUMS} ${chosen('country', spent)}
    group by key having sum(items) > 0 order by sum(pence) desc, key`.execute(db)
  return rows
}

type BarSum = Sums & { bar: CalendarDate }

/** Sums of another period by the days or months of this one, in order. */
export async function spendingBars(db: Db, spent: Spent, period: Period): Promise<BarSum[]> {
  const { rows } = await sql<BarSum>`
    select bar::text, ${SUMS}
    from (select ${barIn(spent)} as bar, items, pence ${chosen('service', spent, period)}) as chosen
    group by chosen.bar having sum(items) > 0 order by chosen.bar`.execute(db)
  return rows
}

type CsvRow = Sums & Record<'day' | 'service' | 'cost_center' | 'person', string>

/** Every sum of a day, service, cost centre and person, up to `most`, in order of the days. */
export async function listSpending(db: Db, spent: Spent, most: number): Promise<CsvRow[]> {
  const { organisation_id, from, to } = spent
  const { rows } = await sql<CsvRow>`
    select first_day::text as day, key as service, coalesce(code, '') as cost_center, fullname as person, items, pence as spend
    from spending join app_user on app_user.id = person_id left join cost_center on cost_center.id = cost_center_id
    where spending.organisation_id = ${organisation_id} and step = 'day' and kind = 'service' and items > 0
      and first_day between ${from}::date and ${to}::date
      ${spent.costcenter === undefined ? sql`` : sql`and cost_center_id = ${spent.costcenter}::uuid`}
      ${spent.person === undefined ? sql`` : sql`and person_id = ${spent.person}::uuid`}
    order by first_day, key, code, fullname, person_id limit ${most}`.execute(db)
  return rows
}

interface OpenRefund {
  id: string
  name: string
  asked_on: CalendarDate
  amount: Pence
  /** Of all open refunds. */
  total: number
  total_amount: Pence
}

/** The oldest voids of the organisation that wait for the carrier. */
export async function openRefunds(db: Db, organisationId: string, most: number): Promise<OpenRefund[]> {
  const { rows } = await sql<OpenRefund>`
    select id, coalesce(nullif(draft #>> '{to,company_name}', ''), draft #>> '{to,name}') as name,
      (asked_at at time zone 'Europe/London')::date::text as asked_on, payable as amount,
      count(*) over ()::int as total, sum(payable) over ()::bigint as total_amount
    from purchase join void_request on purchase_id = id and n = void_no
    where organisation_id = ${organisationId} and state = 'VOID_REQUESTED' order by asked_at limit ${most}`.execute(db)
  return rows
}
