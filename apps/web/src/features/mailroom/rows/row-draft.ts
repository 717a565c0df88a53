import type { ShipmentOption } from '@postroom/contract/option'
import type { RateRequest } from '@postroom/contract/rate'
import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import type { CalendarDate } from '@postroom/domain/calendar'
import { servicesFor } from '@postroom/domain/catalogue/options'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { onlyService, optionsOf } from '../../../item-form/service-choice.ts'

/** What the operator enters for a row: nothing else is needed to buy it. */
export interface RowEntry {
  grams: number
  /** Undefined: the cheapest. */
  service: ServiceCode | undefined
}

/** A prepared shipment of the queue. */
export type Prepared = Pick<QueuedShipment, 'shipment'>

/** Its one parcel; a small one where none was prepared. */
export const parcelOf = ({ parcels: [parcel] = [] }: QueuedShipment['shipment']) =>
  parcel ?? { number: 1, packaging: 'small_parcel' as const }

/** The item of a row as prices depend on it, without options. A shipment prepared on an earlier day is posted today. */
export function rateRequestFor({ shipment }: Prepared, { grams }: RowEntry, today: CalendarDate): RateRequest {
  const { to, from, shipping_date, carrier, meta_data, customs } = shipment
  return {
    carrier,
    meta_data,
    ...(customs && { customs }),
    options: [],
    shipping_date: shipping_date < today ? today : shipping_date,
    parcels: [{ ...parcelOf(shipment), weight: { value: grams, units: 'G' } }],
    to: { country: to.country, postal_code: to.postal_code },
    from: { country: from.country, postal_code: from.postal_code },
  }
}

/** The prepared options if the service is sold with them, else those it needs. */
export function optionsWith({ options }: QueuedShipment['shipment'], service: ServiceCode): ShipmentOption[] {
  const isSold = servicesFor(options.map(({ code }) => code)).includes(service)
  return isSold ? options : (optionsOf(service, onlyService(service)) ?? [])
}

/** The row as it is bought, at the price of one item. */
export function draftFor(
  queued: Prepared,
  entry: { grams: number; service: ServiceCode; by: string; total_charge: number | undefined },
  today: CalendarDate,
): ShipmentDraftInput {
  const { parcels, shipping_date } = rateRequestFor(queued, entry, today)
  const { service, by, total_charge } = entry
  return {
    ...queued.shipment,
    options: optionsWith(queued.shipment, entry.service),
    parcels,
    shipping_date,
    service,
    by,
    charges: total_charge === undefined ? undefined : { total_charge },
  }
}
