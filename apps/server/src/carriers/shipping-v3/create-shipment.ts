import type { PostalAddress } from '@postroom/contract/address'
import { factsOf } from '@postroom/contract/shipment-facts'
import type { CarrierOrder } from '../carrier-port.ts'
import { pageFor, stockOf } from '../royal-mail/check-label.ts'
import { shippingCodeOf, SHIPPING_SERVICES } from './service-codes.ts'

/** The body of a shipment. */
export type CreateShipment = ReturnType<typeof shipmentOf>

const LINE_MAX = 35
const NAME_MAX = 40
const POSTCODE_MAX = 10
const PHONE_MAX = 20

/** Levels of compensation for consequential loss, by whole pounds. */
const LOSS_LEVELS: Readonly<Record<number, string>> = {
  1000: 'Level1',
  2500: 'Level2',
  5000: 'Level3',
  7500: 'Level4',
  10_000: 'Level5',
}

const ONE_LABEL = 'Royal Mail Shipping is asked for one label at a time. Buy each item by itself.'
const NO_CUSTOMS = 'Items with a customs form are not bought at Royal Mail Shipping.'
const NO_SHEETS = 'Labels of Royal Mail are whole pages. Choose label stock with one label.'
const NOT_SOLD = 'Royal Mail Shipping does not sell this service for an item of this format.'
const TOO_LONG = `Royal Mail Shipping takes a name of ${NAME_MAX} characters, and company, address lines and city of ${LINE_MAX}. Shorten the address.`

/** Why the carrier is not asked. Nothing when it can be. */
export function whyNotAsked({ draft, quote, labels }: CarrierOrder): string | undefined {
  const { packaging } = factsOf(draft)
  if (labels !== 1) return ONE_LABEL
  if (draft.customs) return NO_CUSTOMS
  if (!pageFor(stockOf(draft))) return NO_SHEETS
  const { compensation_gbp } = quote.delivery
  if (!shippingCodeOf(quote.service.code, { packaging, compensation_gbp })) return NOT_SOLD
  return isTooLong(draft.to) ? TOO_LONG : undefined
}

const isTooLong = ({ name, company_name, address1, address2, address3, city }: PostalAddress): boolean =>
  name.length > NAME_MAX || [company_name, address1, address2, address3, city].some((line) => line.length > LINE_MAX)

/**
 * The shipment for a purchase that can be asked for, with our reference. Royal Mail allocates its numbers, and posts nothing
 * before its label is asked for.
 */
export function shipmentOf(reference: string, { draft, quote }: CarrierOrder, postingLocation: string) {
  const { weight, packaging, options } = factsOf(draft)
  const { compensation_gbp } = quote.delivery
  const service = shippingCodeOf(quote.service.code, { packaging, compensation_gbp })!
  const loss = options.find(({ consequential_loss_gbp: gbp }) => gbp !== undefined)?.consequential_loss_gbp
  return {
    Shipper: { ShipperReference: reference },
    Destination: destinationOf(draft.to),
    ShipmentInformation: {
      ShipmentAction: 'Allocate',
      ShipmentDate: draft.shipping_date,
      ServiceCode: service.code,
      ServiceOptions: {
        PostingLocation: postingLocation,
        ServiceFormat: service.format,
        ...(SHIPPING_SERVICES[quote.service.code]?.recorded && { RecordedSignedFor: true }),
        ...(loss !== undefined && { ConsequentialLoss: LOSS_LEVELS[loss] }),
      },
      TotalPackages: 1,
      TotalWeight: weight,
      WeightUnitOfMeasure: 'Grams',
    },
  }
}

const destinationOf = (to: PostalAddress) => ({
  ContactName: to.name === '' ? to.company_name : to.name,
  ...given({
    CompanyName: to.company_name,
    AddressLine2: to.address2,
    AddressLine3: to.address3,
    County: to.state_province,
    PhoneNumber: to.phone1.slice(0, PHONE_MAX),
    EmailAddress: to.email,
  }),
  AddressLine1: to.address1,
  Town: to.city,
  Postcode: to.postal_code.slice(0, POSTCODE_MAX),
  CountryCode: to.country,
})

/** The texts that are not empty. */
const given = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
