import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { pageOf, type Page } from '../../db/page.ts'

/** A paired device manager. `owner` is the user who paired it, or the organisation when none did. */
export interface HubRow {
  id: string
  alias: string
  owner: string
  paired_by: string | null
  device_seen_at: Date | null
}

interface HubQuery extends Page {
  organisation_id: string
  id?: string | undefined
  alias?: string | undefined
  owner?: string | undefined
  orderBy: 'alias' | 'id'
  direction: 'asc' | 'desc'
}

const owner = sql<string>`coalesce(app_user.username, organisation.name)`

/** One page of the organisation's device managers, and their total. */
export function listHubRows(db: Db, query: HubQuery): Promise<{ rows: HubRow[]; total: number }> {
  let found = db
    .selectFrom('hub')
    .innerJoin('organisation', 'organisation.id', 'hub.organisation_id')
    .leftJoin('app_user', 'app_user.id', 'hub.paired_by')
    .where('hub.organisation_id', '=', query.organisation_id)
  if (query.id !== undefined) found = found.where('hub.id', '=', query.id)
  if (query.alias !== undefined) found = found.where('hub.alias', '=', query.alias)
  if (query.owner !== undefined) found = found.where(owner, '=', query.owner)
  const rows = found
    .select(['hub.id', 'hub.alias', 'hub.paired_by', 'hub.device_seen_at', owner.as('owner')])
    .orderBy(`hub.${query.orderBy}`, query.direction)
    .orderBy('hub.id')
  return pageOf(found, rows, query)
}

/** The key a device must sign with to connect, and its organisation. */
export const findDevice = (db: Db, id: string) =>
  db
    .selectFrom('hub')
    .innerJoin('organisation', 'organisation.id', 'hub.organisation_id')
    .where('hub.id', '=', id)
    .select(['hub.id', 'hub.organisation_id', 'hub.alias', 'hub.public_key', 'organisation.name as organisation'])
    .executeTakeFirst()

interface NewHub {
  organisation_id: string
  alias: string
  public_key: Buffer
  paired_by: string | null
}

/** Pairs a device manager. Pairing it again with the same organisation keeps its hub. @returns its id */
export async function saveHub(tx: Tx, hub: NewHub): Promise<string> {
  const { id } = await tx
    .insertInto('hub')
    .values({ ...hub, device_connection_id: null, device_seen_at: null })
    .onConflict((same) =>
      same.columns(['organisation_id', 'public_key']).doUpdateSet({ alias: hub.alias, paired_by: hub.paired_by }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Who paired a device manager of the organisation and what they call it, locked until the transaction ends. */
export const lockHub = (
  tx: Tx,
  organisationId: string,
  by: { id: string } | { public_key: Buffer },
): Promise<Pick<NewHub, 'alias' | 'paired_by'> | undefined> => {
  const own = tx.selectFrom('hub').select(['alias', 'paired_by']).where('organisation_id', '=', organisationId)
  const one = 'id' in by ? own.where('id', '=', by.id) : own.where('public_key', '=', by.public_key)
  return one.forUpdate().executeTakeFirst()
}

/** Revokes a device manager. Its grants go with it, so its open connections end. */
export async function deleteHub(tx: Tx, organisationId: string, id: string): Promise<void> {
  await tx.deleteFrom('hub').where('organisation_id', '=', organisationId).where('id', '=', id).execute()
}

/** The organisation of a server that has only one, or the oldest. */
export const firstOrganisation = (db: Db): Promise<{ id: string } | undefined> =>
  db.selectFrom('organisation').select('id').orderBy('created_at').orderBy('id').limit(1).executeTakeFirst()

/** Makes this the device's connection; later signs of life of another one do not count. */
export const takeDeviceConnection = (db: Db, hubId: string, connectionId: string, now: Date): Promise<unknown> =>
  db
    .updateTable('hub')
    .set({ device_connection_id: connectionId, device_seen_at: now })
    .where('id', '=', hubId)
    .execute()

/** One connection of a device manager. */
export interface DeviceConnection {
  hub_id: string
  connection_id: string
}

/** Records a sign of life of each device that has no other connection since. */
export function keepDeviceConnections(db: Db, connections: readonly DeviceConnection[], now: Date): Promise<unknown> {
  const hubs = connections.map(({ hub_id }) => hub_id)
  const ids = connections.map(({ connection_id }) => connection_id)
  return sql`
    update hub set device_seen_at = ${now}
    from unnest(${hubs}::uuid[], ${ids}::uuid[]) as own (hub_id, connection_id)
    where hub.id = own.hub_id and hub.device_connection_id = own.connection_id
  `.execute(db)
}

/** @returns false when the device has another connection since */
export async function leaveDeviceConnection(db: Db, hubId: string, connectionId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('hub')
    .set({ device_connection_id: null, device_seen_at: null })
    .where('id', '=', hubId)
    .where('device_connection_id', '=', connectionId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
