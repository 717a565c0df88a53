import type { RequestOf } from '@postroom/contract/endpoint'
import type { ListedOrganisation, listOrganisations } from '@postroom/contract/organisation-list'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { pageOf } from '../../db/page.ts'

/** One page of all organisations by name, and how many match. Users and accounts are read for the page only. */
export async function pageOrganisations(
  db: Db,
  { text, orderAsc, start, length }: RequestOf<typeof listOrganisations>['query'],
): Promise<{ rows: ListedOrganisation[]; total: number }> {
  let found = db.selectFrom('organisation')
  if (text !== '') found = found.where(sql<boolean>`position(lower(${text}) in lower(name)) > 0`)
  const { rows, total } = await pageOf(
    found,
    found
      .selectAll()
      .select(USERS.as('users'))
      .select(ACCOUNTS.as('accounts'))
      .orderBy('name', orderAsc === 'true' ? 'asc' : 'desc')
      .orderBy('id'),
    { start, length },
  )
  return { rows: rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })), total }
}

const USERS = sql<ListedOrganisation['users']>`(
  select jsonb_build_object('full', count(*) filter (where plan = 'full'), 'lite', count(*) filter (where plan = 'lite'))
  from app_user where app_user.organisation_id = organisation.id and disabled_at is null and erased_at is null)`

const ACCOUNTS = sql<ListedOrganisation['accounts']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'is_active', one.is_active, 'available', balance)
    order by one.name, one.id), '[]')
  from carrier_account one join account on account.id = 'cust:' || one.id
  where one.organisation_id = organisation.id)`
