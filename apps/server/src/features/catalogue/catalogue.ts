import type { listPackaging, listServices } from '@postroom/contract/carrier'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { PACKAGING, type Packaging, type PackagingCode } from '@postroom/domain/catalogue/packaging'
import { TUBE_MAX_LENGTH_AND_TWO_DIAMETERS_MM, TUBE_MAX_LENGTH_MM } from '@postroom/domain/rating/packaging-fit'
import { listPricing } from '@postroom/domain/tariffs/contract-list'
import type { PriceList } from '@postroom/domain/tariffs/price-row'
import {
  SERVICES,
  serviceOf,
  type PricedFormat,
  type Service,
  type ServiceCode,
} from '@postroom/domain/catalogue/services'
import { reasonAgainst, type CatalogueView } from './reason-against.ts'

type ServiceRow = AnswerOf<typeof listServices>['data'][number]
type PackagingRow = AnswerOf<typeof listPackaging>['data'][number]

/** Every service, with the reason if it is not available. */
export const serviceCatalogue = (view: CatalogueView): ServiceRow[] =>
  SERVICES.map((service: Service) => {
    const { code, name, delivery, tracking, signature, compensation_gbp } = service
    const reason = reasonAgainst(service, view)
    return {
      code,
      name,
      delivery,
      tracking,
      signature,
      compensation_gbp: [...compensation_gbp],
      available: reason === undefined,
      ...reason,
    }
  })

/** The formats and their inclusive limits, or those in which `service` has a price. A tube is priced as a parcel. */
export function packagingCatalogue(
  service: ServiceCode | undefined,
  { list }: Pick<CatalogueView, 'list'>,
): PackagingRow[] {
  const isPriced = service === undefined ? () => true : pricedFormats(service, list)
  const limits = service && serviceOf(service)
  return PACKAGING.filter(({ code }) => isPriced(code)).map((row: Packaging) => ({
    code: row.code,
    name: row.name,
    printer: row.printer,
    ...(row.scope && { scope: row.scope }),
    max_weight_g: Math.min(row.max_weight, limits?.max_weight ?? row.max_weight),
    ...(row.tracked_max_weight && { tracked_max_weight_g: row.tracked_max_weight }),
    ...(row.uk_max_weight && !limits?.tube_max_weight && { uk_max_weight_g: row.uk_max_weight }),
    max_sides_mm: [...(row.max_sides ?? [])],
    ...(row.max_sum && { max_sum_of_sides_mm: row.max_sum }),
    ...(row.code === 'tube' && {
      max_length_mm: TUBE_MAX_LENGTH_MM,
      max_length_and_two_diameters_mm: TUBE_MAX_LENGTH_AND_TWO_DIAMETERS_MM,
    }),
  }))
}

/** Whether a service takes a format and has a price for it; the user's own postage value needs no price. */
function pricedFormats(service: ServiceCode, list: PriceList): (code: PackagingCode) => boolean {
  const { formats } = serviceOf(service)
  const priced = new Set(
    listPricing(service, list)
      .rows.filter((row) => row.service === service)
      .map((row) => row.format),
  )
  const isSold = (format: PricedFormat) =>
    formats.includes(format) && (service === 'frank_pay' || priced.has('any') || priced.has(format))
  return (code) => (code === 'tube' ? isSold('small_parcel') || isSold('parcel') : isSold(code))
}
