import { SHIPMENTS_COUNTED, type ShipmentNarrowing } from '@postroom/contract/shipment-search'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { MoneyTables } from '../../../db/tables/money/money.ts'
import { asPlatform } from '../../../db/tenant.ts'
import { findShipments } from './search.store.ts'

/** One found shipment as its file shows it. */
export interface FileRow extends Pick<Selectable<MoneyTables['purchase']>, 'id' | 'created_at' | 'references'> {
  shipping_date: string
  /** Null for a shipment entered by hand. */
  state: Selectable<MoneyTables['purchase']>['state'] | null
  service: string
  to: { company_name: string; name: string; city: string; postal_code: string; country: string }
  numbers: string[]
  cost_center: string | null
  by: string
  /** Pence. */
  price: number
}

const NEWEST = {
  orderBy: 'created_at',
  orderAsc: 'false',
  start: 0,
  length: SHIPMENTS_COUNTED,
  withSum: 'false',
} as const

/** The newest found shipments in order, and whether more are found. Runs as the platform, as the search does. */
export function foundForFile(
  db: Db,
  organisationId: string,
  query: ShipmentNarrowing,
): Promise<{ rows: FileRow[]; isMore: boolean }> {
  return asPlatform(async () => {
    const { found, isMore } = await findShipments(db, organisationId, { ...query, ...NEWEST })
    const idsIn = (table: string) => found.filter((row) => row.table === table).map(({ id }) => id)
    const rows = await Promise.all([
      detailsOf(db, organisationId, 'purchase', idsIn('purchase')),
      detailsOf(db, organisationId, 'manual_shipment', idsIn('manual_shipment')),
    ])
    const byId = new Map(rows.flat().map((row) => [row.id, row]))
    return { rows: found.flatMap(({ id }) => byId.get(id) ?? []), isMore }
  })
}

/** The columns in which the two tables differ. */
const OWN_COLUMNS = {
  purchase: sql`shipment.state, shipment.service, shipment."references", shipment.payable as price,
    array_remove(shipment.carrier_no || shipment.further_nos, null) as numbers`,
  manual_shipment: sql`null as state, shipment.draft ->> 'service_name' as service,
    array(select jsonb_array_elements_text(shipment.draft -> 'references')) as "references",
    shipment.amount as price, array_remove(array[nullif(shipment.number, '')], null) as numbers`,
}

async function detailsOf(
  db: Db,
  organisationId: string,
  table: keyof typeof OWN_COLUMNS,
  ids: readonly string[],
): Promise<FileRow[]> {
  if (ids.length === 0) return []
  const query = sql<FileRow>`
    select shipment.id, shipment.created_at, shipment.draft ->> 'shipping_date' as shipping_date,
      shipment.draft -> 'to' as "to", cost_center.name as cost_center, person.fullname as by, ${OWN_COLUMNS[table]}
    from ${sql.table(table)} as shipment
    join app_user as person on person.id = shipment.created_by
    left join cost_center on cost_center.id = shipment.cost_center_id
    where shipment.organisation_id = ${organisationId} and shipment.id = any(${ids}::uuid[])`
  return (await query.execute(db)).rows
}
