import type { SignOnSettings } from '@postroom/contract/sign-on'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../db/in-transaction.ts'
import type { SignOnTables } from '../../../db/tables/people/sign-on.ts'

export type StoredSignOn = Selectable<SignOnTables['sign_on']>
export type StoredDomain = Pick<Selectable<SignOnTables['sign_on_domain']>, 'domain' | 'confirmed_at'>

export const findSignOn = (db: Db, organisationId: string): Promise<StoredSignOn | undefined> =>
  db.selectFrom('sign_on').selectAll().where('organisation_id', '=', organisationId).executeTakeFirst()

/** The sign-on of the organisation that has this handle or confirmed mail domain. */
export const findSignOnAt = (db: Db, at: string): Promise<(StoredSignOn & { organisation: string }) | undefined> =>
  db
    .selectFrom('sign_on')
    .innerJoin('organisation', 'organisation.id', 'sign_on.organisation_id')
    .where((row) =>
      row.or([
        row('handle', '=', at),
        row('organisation.id', 'in', (of) =>
          of
            .selectFrom('sign_on_domain')
            .select('organisation_id')
            .where('domain', '=', at)
            .where('confirmed_at', 'is not', null),
        ),
      ]),
    )
    .selectAll('sign_on')
    .select('organisation.name as organisation')
    .executeTakeFirst()

/** Whether users of an organisation may sign in with a password. */
export const arePasswordsOn = async (db: Db, organisationId: string): Promise<boolean> =>
  (await findSignOn(db, organisationId))?.passwords ?? true

/** What a manager sets, with the secret sealed. */
type NewSignOn = Omit<SignOnSettings, 'domains' | 'client_secret'> & { organisation_id: string; client_secret: string }

export function putSignOn(tx: Tx, { groups_claim, group_roles, ...given }: NewSignOn): Promise<unknown> {
  const row = { ...given, groups_claim: groups_claim ?? null, group_roles: JSON.stringify(group_roles) }
  const { organisation_id: _, ...changes } = row
  return tx
    .insertInto('sign_on')
    .values(row)
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(changes))
    .execute()
}

/** @returns false when there was none */
export async function deleteSignOn(tx: Tx, organisationId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_on')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Turns passwords on again. @returns false when they were on */
export async function turnPasswordsOn(tx: Tx, organisationId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_on')
    .set({ passwords: true })
    .where('organisation_id', '=', organisationId)
    .where('passwords', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
