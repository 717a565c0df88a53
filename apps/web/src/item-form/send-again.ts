import { getShipment, type Shipment } from '@postroom/contract/shipment'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { emptyCustoms, type CustomsForm } from './customs-form.ts'
import { onlyService } from './service-choice.ts'
import { emptyShippingForm, type ShippingForm } from './shipping-form.ts'

/** One shipment, with fresh links to its documents. */
export const shipmentQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['shipments', id],
    queryFn: ({ signal }) => call(getShipment, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  })

/** An item that was bought, or prepared, perhaps without its weight and its service. */
type KnownItem = Pick<Shipment, 'to' | 'from' | 'customs'> & {
  service?: Shipment['service'] | undefined
  parcels: readonly (Pick<Parcel, 'packaging' | 'dim'> & { weight?: Parcel['weight'] | undefined })[]
}
type Parcel = Shipment['parcels'][number]

/** The form filled in as for a shipment, posted today. References and cover are not repeated. */
export function formOf({ to, from, parcels, service, customs }: KnownItem, today: string): ShippingForm {
  const [parcel] = parcels
  if (!parcel) throw new RangeError('A shipment has one parcel')
  const { packaging, weight, dim } = parcel
  const side = (value: number | undefined) => (dim && value !== undefined ? `${value}${UNITS[dim.units]}` : '')
  return {
    ...emptyShippingForm(today, packaging, from),
    ...onlyService(service === undefined || service === 'frank_pay' ? '' : service),
    to,
    weight: weight ? `${weight.value}${UNITS[weight.units]}` : '',
    length: side(dim?.length),
    width: side(dim?.width),
    height: packaging === 'tube' ? '' : side(dim?.height),
    has_goods: customs !== undefined,
    customs: customs ? declarationIn(customs) : emptyCustoms(),
  }
}

const UNITS = { G: 'g', KG: 'kg', LB: 'lb', CM: 'cm', IN: 'in' } as const

const declarationIn = ({ contents_items, ...customs }: NonNullable<Shipment['customs']>): CustomsForm => ({
  contents_type: customs.contents_type,
  contents_description: customs.contents_description,
  company_EORI_number: customs.company_EORI_number,
  customs_refnum_importer: customs.customs_refnum_importer,
  contents_items: contents_items.map((item) => ({
    description: item.description,
    quantity: String(item.quantity),
    weight: `${item.weight.value}${UNITS[item.weight.units]}`,
    value: (item.value / 100).toFixed(2),
    hs_code: item.hs_code,
    origin_country: item.origin_country,
    sku: item.sku,
    manufacturer_id: item.manufacturer_id,
  })),
})
