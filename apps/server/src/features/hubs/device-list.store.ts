import type { listDevices, ListedDevice } from '@postroom/contract/device-list'
import type { RequestOf } from '@postroom/contract/endpoint'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { pageOf } from '../../db/page.ts'
import { isConnected } from './device-presence.ts'

/** One page of the organisation's device managers by name, as they last reported themselves, and their total. */
export async function pageDevices(
  { db, now, pubNub }: Pick<Context, 'db' | 'now' | 'pubNub'>,
  organisationId: string,
  { start, length, orderAsc }: RequestOf<typeof listDevices>['query'],
): Promise<{ rows: ListedDevice[]; total: number }> {
  const found = db
    .selectFrom('hub')
    .leftJoin('app_user', 'app_user.id', 'hub.paired_by')
    .where('hub.organisation_id', '=', organisationId)
  const page = found
    .select([
      'hub.id',
      'alias',
      'hub.created_at',
      'device_seen_at',
      'reported_at',
      'version',
      'newer_version',
      'printers',
    ])
    .select(sql<string | null>`nullif(fullname, '')`.as('paired_by'))
    .orderBy('alias', orderAsc === 'true' ? 'asc' : 'desc')
    .orderBy('hub.id')
  const { rows, total } = await pageOf(found, page, { start, length })
  const com = pubNub?.address.com ?? 'embedded'
  return {
    rows: rows.map(({ paired_by, created_at, device_seen_at, reported_at, version, newer_version, ...row }) => ({
      id: row.id,
      alias: row.alias,
      paired_at: created_at.toISOString(),
      connected: isConnected(device_seen_at, now(), com),
      ...(paired_by !== null && { paired_by }),
      ...(reported_at && { reported_at: reported_at.toISOString() }),
      ...(version !== null && { version }),
      ...(newer_version !== null && { newer_version }),
      printers: row.printers.map(({ id, name, kinds, error_code, since }) => ({
        id,
        name,
        kinds,
        ...(error_code !== undefined && { error_code }),
        ...(since !== undefined && { since }),
      })),
    })),
    total,
  }
}
