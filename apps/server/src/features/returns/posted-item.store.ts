import type { PostalAddress } from '@postroom/contract/address'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** The label of the shipment that came back, and its addressee. */
export interface PostedItem {
  purchase_id: string | null
  manual_shipment_id: string | null
  number: string
  to: PostalAddress
}

/** The item with this number; of several, the newest. Two carriers may use the same number. */
export async function findByNumber(db: Db, organisation_id: string, number: string): Promise<PostedItem | undefined> {
  const bought = await db
    .selectFrom('purchase')
    .select(['id', 'draft'])
    .where('organisation_id', '=', organisation_id)
    .where(sql<boolean>`id in (select purchase_id from item_number where carrier_no = ${number})`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (bought) return { purchase_id: bought.id, manual_shipment_id: null, number, to: bought.draft.to }
  const manual = await db
    .selectFrom('manual_shipment')
    .select(['id', 'draft'])
    .where('organisation_id', '=', organisation_id)
    .where('number', '=', number)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return manual && { purchase_id: null, manual_shipment_id: manual.id, number, to: manual.draft.to }
}

/** The first label of a shipment that was posted, bought or entered by hand. */
export async function findByShipment(db: Db, organisation_id: string, id: string): Promise<PostedItem | undefined> {
  const bought = await db
    .selectFrom('purchase')
    .select(['carrier_no', 'draft'])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (bought)
    return bought.carrier_no === null
      ? undefined // never bought, or a test print
      : { purchase_id: id, manual_shipment_id: null, number: bought.carrier_no, to: bought.draft.to }
  const manual = await db
    .selectFrom('manual_shipment')
    .select(['number', 'draft'])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return manual && { purchase_id: null, manual_shipment_id: id, number: manual.number, to: manual.draft.to }
}
