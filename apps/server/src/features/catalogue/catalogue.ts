import type { listOptions, listPackaging, listServices } from '@postroom/contract/carrier'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { CalendarDate } from '@postroom/domain/calendar'
import { isDomestic } from '@postroom/domain/countries'
import { PACKAGING } from '@postroom/domain/packaging'
import { priceListFor } from '@postroom/domain/price-list'
import {
  isInPlan,
  OPTION_CODES,
  SERVICES,
  SERVICES_BY_OPTION,
  type OptionCode,
  type Plan,
  type Service,
  type ServiceCode,
} from '@postroom/domain/services'

type ServiceRow = AnswerOf<typeof listServices>['data'][number]
type OptionRow = AnswerOf<typeof listOptions>['data'][number]
type PackagingRow = AnswerOf<typeof listPackaging>['data'][number]

/** Every service, and why one cannot be had by this plan, to this destination, on this day. */
export function serviceCatalogue(plan: Plan, destination: string, day: CalendarDate): ServiceRow[] {
  return SERVICES.map((service) => {
    const { code, name, delivery, tracking, signature, compensation_gbp } = service
    const reason = reasonAgainst(service, plan, destination, day)
    return {
      code,
      name,
      delivery,
      tracking,
      signature,
      compensation_gbp: [...compensation_gbp],
      available: reason === undefined,
      ...(reason && { reason }),
    }
  })
}

/** Every option, or those that allow `service`. An option is available while one of its services is. */
export function optionCatalogue(plan: Plan, service: ServiceCode | undefined, day: CalendarDate): OptionRow[] {
  return OPTION_CODES.map((code) => {
    const services: ServiceCode[] = [...SERVICES_BY_OPTION[code]]
    const rows = SERVICES.filter((row) => services.includes(row.code))
    return {
      code,
      name: OPTION_NAMES[code],
      services,
      fields: fieldsOf(code, rows),
      available: rows.some((row) => !reasonAgainst(row, plan, 'GB', day)),
    }
  }).filter((option) => !service || option.services.includes(service))
}

/** The formats with a published price, or all of them when no service is named. A tube is priced as a parcel. */
export function packagingCatalogue(service: ServiceCode | undefined, day: CalendarDate): PackagingRow[] {
  const formats = new Set(
    priceListFor('online', day)
      .rows.filter((row) => row.service === service)
      .map((row) => row.format),
  )
  const isPriced = (code: (typeof PACKAGING)[number]['code']) =>
    formats.has('any') || formats.has(code === 'tube' ? 'small_parcel' : code)
  return PACKAGING.filter(({ code }) => !service || service === 'frank_pay' || isPriced(code)).map((row) => ({
    code: row.code,
    name: row.name,
    printer: row.printer,
    max_weight_g: row.max_weight,
    max_sides_mm: 'max_sides' in row ? [...row.max_sides] : [],
  }))
}

const OPTION_NAMES = {
  prepay_reply: 'Prepaid reply',
  signed_for: 'Signed For',
  special_delivery: 'Special Delivery Guaranteed',
  frank_pay: 'Your own postage value',
} as const satisfies Record<OptionCode, string>

function reasonAgainst(service: Service, plan: Plan, destination: string, day: CalendarDate): string | undefined {
  if (!isDomestic(destination)) return 'destination_not_available'
  if (service.except?.includes(destination)) return 'service_not_available'
  if (!isInPlan(service.code, plan)) return 'service_not_in_plan'
  return isSold(service.code, day) ? undefined : 'no_published_price'
}

/** The user's own postage value needs no published price. */
const isSold = (code: ServiceCode, day: CalendarDate): boolean =>
  code === 'frank_pay' || priceListFor('online', day).rows.some((row) => row.service === code)

function fieldsOf(code: OptionCode, services: readonly Service[]): OptionRow['fields'] {
  if (code === 'frank_pay') return [{ code: 'amount', type: 'pence', choices: [] }]
  if (code !== 'special_delivery') return []
  const levels = [...new Set(services.flatMap((row) => row.compensation_gbp))].toSorted((a, b) => a - b)
  return [{ code: 'compensation', type: 'choice', choices: levels }]
}
