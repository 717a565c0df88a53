import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'

interface NewCode {
  organisation_id: string
  code_hash: Buffer
  starts_with: string
  devices_max: number
  expires_at: Date
}

const SHOWN = ['id', 'starts_with', 'devices', 'devices_max', 'expires_at'] as const

const validCodes = (db: Db, organisationId: string, now: Date) =>
  db
    .selectFrom('enrolment_code')
    .where('organisation_id', '=', organisationId)
    .where('expires_at', '>', now)
    .whereRef('devices', '<', 'devices_max')

/** One page of the codes that still work, and their total. */
export function listCodes(
  db: Db,
  {
    organisation_id,
    now,
    direction,
    ...page
  }: Page & { organisation_id: string; now: Date; direction: 'asc' | 'desc' },
) {
  const found = validCodes(db, organisation_id, now)
  return pageOf(found, found.select(SHOWN).orderBy('expires_at', direction).orderBy('id'), page)
}

export async function countCodes(tx: Tx, organisationId: string, now: Date): Promise<number> {
  const { n } = await validCodes(tx, organisationId, now)
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const insertCode = (tx: Tx, code: NewCode) =>
  tx.insertInto('enrolment_code').values(code).returning(SHOWN).executeTakeFirstOrThrow()

/** @returns false when the organisation has no such code */
export async function deleteCode(tx: Tx, organisationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('enrolment_code')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The organisation of a code that has not expired, used up or not, locked until the transaction ends. */
export const lockCode = (tx: Tx, codeHash: Buffer, now: Date) =>
  tx
    .selectFrom('enrolment_code')
    .select(['id', 'organisation_id'])
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

/** Counts one device manager. @returns false when the code has paired as many as it may */
export async function countDevice(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('enrolment_code')
    .set((row) => ({ devices: row('devices', '+', 1) }))
    .where('id', '=', id)
    .whereRef('devices', '<', 'devices_max')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
