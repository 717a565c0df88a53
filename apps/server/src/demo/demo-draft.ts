import { normaliseAddress, postalAddressSchema, type PostalAddress } from '@postroom/contract/address'
import { shipmentDraftSchema, type ShipmentDraft } from '@postroom/contract/shipment'
import type { PendingDraft } from '@postroom/contract/shipment-pending'
import { ukDateOf } from '@postroom/domain/calendar'
import { isDeclared } from '@postroom/domain/customs/customs-rules'
import type { AddressFields } from '../features/address-book/address.store.ts'
import { SENDERS } from './demo-settings.ts'

/** The postal part of an entry of the address book. */
export const postalOf = (entry: AddressFields): PostalAddress => {
  const { name, company_name, address1, address2, address3, city, state_province, ...rest } = entry
  const { postal_code, country, phone1, email } = rest
  const lines = { name, company_name, address1, address2, address3, city, state_province }
  return normaliseAddress(postalAddressSchema.parse({ ...lines, postal_code, country, phone1, email }))
}

/** A sender of the organisation as stored. */
export const senderOf = (sender: (typeof SENDERS)[keyof typeof SENDERS]): PostalAddress =>
  normaliseAddress(postalAddressSchema.parse(sender))

/** An item of the demo organisation. */
interface DemoItem {
  to: AddressFields
  packaging: string
  grams: number
  reference: string
  posted: Date
}

/** The way a demo item is bought. */
interface DemoPurchase {
  service: string
  option: string
  quantity: number
  cost_center: string | undefined
  account: string
}

/** The shipment of an item. Goods for abroad are declared as sold books. */
export const draftOf = (item: DemoItem, bought: DemoPurchase): ShipmentDraft =>
  shipmentDraftSchema.parse({
    service: bought.service,
    options: bought.option ? [{ code: bought.option }] : [],
    shipping_date: ukDateOf(item.posted),
    from: senderOf(SENDERS.Bindery),
    to: postalOf(item.to),
    parcels: [{ packaging: item.packaging, weight: { value: item.grams, units: 'G' } }],
    meta_data: { quantity: bought.quantity },
    references: item.reference ? [item.reference] : [],
    costcenter: bought.cost_center ? [{ id: bought.cost_center }] : [],
    by: bought.account,
    ...(isDeclared({ ...item.to, sender: senderOf(SENDERS.Bindery) }) && { customs: soldBooks(item.grams) }),
  })

/** An item that waits in the mailroom; without grams it must still be weighed. */
export function pendingDraftOf(item: DemoItem, account: string): PendingDraft {
  const plain = { service: '2', option: '', quantity: 1, cost_center: undefined, account }
  const { parcels, service: _chosen, by: _paid, ...prepared } = draftOf({ ...item, grams: item.grams || 1 }, plain)
  return item.grams > 0 ? { ...prepared, parcels } : prepared
}

const soldBooks = (grams: number) => ({
  contents_type: 'S',
  contents_items: [
    {
      description: 'Hand-bound notebooks, quarter leather',
      quantity: 2,
      weight: { value: Math.floor(grams * 0.45), units: 'G' },
      value: 38_00,
      hs_code: '48201030',
      origin_country: 'GB',
      sku: 'NB-QL-2',
      manufacturer_id: 'LLEWELLYN-BINDERY',
    },
  ],
})
