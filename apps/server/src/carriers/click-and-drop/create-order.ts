import type { PostalAddress } from '@postroom/contract/address'
import { factsOf } from '@postroom/contract/shipment-facts'
import type { ShipmentCustoms } from '@postroom/contract/customs'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import type { ContentsType } from '@postroom/domain/customs/customs'
import { gramsFrom } from '@postroom/domain/measures'
import type { PackagingCode } from '@postroom/domain/catalogue/packaging'
import type { CarrierOrder } from '../carrier-port.ts'
import { ACCOUNT_SERVICES, accountCodeOf } from './service-codes.ts'

/** The body of an order. Amounts are in pounds. */
export type CreateOrder = ReturnType<typeof createOrder>

const FORMATS: Readonly<Record<PackagingCode, string>> = {
  letter: 'letter',
  large_letter: 'largeLetter',
  small_parcel: 'smallParcel',
  medium_parcel: 'mediumParcel',
  tube: 'parcel',
  parcel: 'parcel',
  parcel_heavy: 'parcel',
}

const CATEGORIES: Readonly<Record<ContentsType, string>> = {
  G: 'gift',
  D: 'documents',
  S: 'saleOfGoods',
  C: 'commercialSample',
  R: 'returnedGoods',
  O: 'other',
}

const CUSTOMS_DESCRIPTION_MAX = 50
const CUSTOMS_CODE_MAX = 10
const pounds = (pence: number): number => pence / 100

/** The order for a purchase, with our reference. One package for each label. */
export function createOrder(reference: string, { draft, quote, labels }: CarrierOrder) {
  const { weight, sides, packaging } = factsOf(draft)
  const goods = (draft.customs?.contents_items ?? []).reduce((sum, { value, quantity }) => sum + value * quantity, 0)
  const postage = quote.charges.total_charge * labels
  const contents = draft.customs && contentsOf(draft.customs)
  return {
    orderReference: reference,
    recipient: recipientOf(draft.to),
    sender: { tradingName: companyOrPerson(draft.from) },
    packages: Array.from({ length: labels }, () => ({
      weightInGrams: weight,
      packageFormatIdentifier: FORMATS[packaging],
      ...(sides && { dimensions: { heightInMms: sides[0], widthInMms: sides[1], depthInMms: sides[2] } }),
      ...(contents && { contents }),
    })),
    orderDate: `${draft.shipping_date}T00:00:00Z`,
    plannedDespatchDate: `${draft.shipping_date}T00:00:00Z`,
    subtotal: pounds(goods),
    shippingCostCharged: pounds(postage),
    total: pounds(goods + postage),
    currencyCode: 'GBP',
    postageDetails: {
      serviceCode: accountCodeOf(quote.service.code, quote.delivery.compensation_gbp),
      ...(ACCOUNT_SERVICES[quote.service.code]?.signature && { requestSignatureUponDelivery: true }),
      ...(draft.customs?.customs_refnum_importer && { IOSSNumber: draft.customs.customs_refnum_importer }),
    },
    label: { includeLabelInResponse: true, includeCN: false, includeReturnsLabel: false },
  }
}

const recipientOf = ({ phone1, email, ...to }: PostalAddress) => ({
  address: {
    ...given({
      fullName: to.name,
      companyName: to.company_name,
      addressLine2: to.address2,
      addressLine3: to.address3,
      county: to.state_province,
      postcode: to.postal_code,
    }),
    addressLine1: to.address1,
    city: to.city,
    countryCode: to.country,
  },
  ...given({ phoneNumber: phone1, emailAddress: email }),
})

const contentsOf = ({ contents_type, contents_items }: ShipmentCustoms) =>
  contents_items.map(({ description, quantity, weight, value, hs_code, origin_country, sku }) => ({
    name: description,
    quantity,
    unitValue: pounds(value),
    unitWeightInGrams: gramsFrom(weight.value, weight.units),
    customsDescription: description.slice(0, CUSTOMS_DESCRIPTION_MAX),
    customsDeclarationCategory: CATEGORIES[contents_type],
    ...given({ customsCode: hs_code.slice(0, CUSTOMS_CODE_MAX), originCountryCode: origin_country }),
    // with a SKU the carrier would overwrite a product of the account
    ...(sku !== '' && { extendedCustomsDescription: `${description} (${sku})` }),
  }))

/** The texts that are not empty. */
export const given = <Texts extends Record<string, string>>(texts: Texts): Partial<Texts> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<Texts>
