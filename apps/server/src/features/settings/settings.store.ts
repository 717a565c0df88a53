import { OWN_MAILING_KEY, type OrganisationSettings } from '@postroom/contract/organisation-settings'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'

/** The saved sections of the organisation's settings; without a sender that was deleted since. */
export async function organisationSettings(db: Db, organisationId: string): Promise<OrganisationSettings> {
  const rows = await db
    .selectFrom('organisation_setting')
    .select(['section', 'value'])
    .where('organisation_id', '=', organisationId)
    .where(
      sql<boolean>`section <> 'sender' or value ->> 'id' is null
        or exists (select from shipper where shipper.id = (value ->> 'id')::uuid and shipper.organisation_id = ${organisationId})`,
    )
    .execute()
  return Object.fromEntries(rows.map(({ section, value }) => [section, value])) as OrganisationSettings
}

/** Replaces the given sections. */
export async function storeSettings(tx: Tx, organisation_id: string, settings: OrganisationSettings): Promise<void> {
  const rows = Object.entries(settings).map(([section, value]) => ({
    organisation_id,
    section: section as keyof OrganisationSettings,
    value: JSON.stringify(value),
  }))
  if (rows.length === 0) return
  await tx
    .insertInto('organisation_setting')
    .values(rows)
    .onConflict((saved) =>
      saved.columns(['organisation_id', 'section']).doUpdateSet((row) => ({
        value: row.ref('excluded.value'),
        since: sql<Date>`case when organisation_setting.value @> excluded.value then organisation_setting.since else clock_timestamp() end`,
      })),
    )
    .execute()
}

/** The users of the organisation with mailing preferences of their own, as JSON text, by name. */
export function findOwnSettings(
  db: Db,
  organisationId: string,
  { direction, ...page }: Page & { direction: 'asc' | 'desc' },
): Promise<{ rows: { user_id: string; fullname: string; value: string }[]; total: number }> {
  const found = db
    .selectFrom('app_user')
    .innerJoin('user_data', 'user_data.user_id', 'app_user.id')
    .where('organisation_id', '=', organisationId)
    .where('key', '=', OWN_MAILING_KEY)
  const rows = found.select(['app_user.id as user_id', 'fullname', 'value'])
  return pageOf(found, rows.orderBy('fullname', direction).orderBy('app_user.id'), page)
}

/** @returns false when the organisation has no such user, or they have no preferences of their own */
export async function deleteOwnSettings(tx: Tx, organisationId: string, userId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('user_data')
    .using('app_user')
    .whereRef('user_data.user_id', '=', 'app_user.id')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('key', '=', OWN_MAILING_KEY)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}
