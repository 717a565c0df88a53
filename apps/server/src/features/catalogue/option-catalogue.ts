import type { listOptions } from '@postroom/contract/carrier'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { consequentialLossLine } from '@postroom/domain/rating/fees'
import {
  OPTION_CODES,
  SERVICES,
  SERVICES_BY_OPTION,
  type OptionCode,
  type Service,
  type ServiceCode,
} from '@postroom/domain/catalogue/services'
import { reasonAgainst, type CatalogueView } from './reason-against.ts'

type OptionRow = AnswerOf<typeof listOptions>['data'][number]
type Field = OptionRow['fields'][number]

/** Every option, or those that allow `service`. An option is available while one of its services is; if none is, the reason is that of the first. */
export function optionCatalogue(service: ServiceCode | undefined, view: CatalogueView): OptionRow[] {
  return OPTION_CODES.map((code) => {
    const services: readonly ServiceCode[] = SERVICES_BY_OPTION[code]
    const rows = SERVICES.filter((row) => services.includes(row.code) && (!service || row.code === service))
    const reasons = rows.map((row) => reasonAgainst(row, view))
    const available = reasons.some((reason) => !reason)
    return {
      code,
      name: OPTIONS[code].name,
      services: [...services],
      fields: OPTIONS[code].fields.map((field) => FIELDS[field](rows)),
      available,
      ...(!available && reasons[0]),
    }
  }).filter((option) => !service || option.services.includes(service))
}

/** Covers against consequential loss that have a price, in whole pounds. */
const COVERS = [1000, 2500, 5000, 7500, 10000].filter((cover) => consequentialLossLine(cover, 'exempt'))

const FIELDS = {
  amount: () => ({ code: 'amount', type: 'pence', choices: [] }),
  compensation: (services) => ({ code: 'compensation', type: 'choice', choices: levelsOf(services) }),
  saturday: () => ({ code: 'saturday', type: 'yes_no', choices: [] }),
  consequential_loss: () => ({ code: 'consequential_loss', type: 'choice', choices: COVERS }),
} as const satisfies Record<string, (services: readonly Service[]) => Field>

/** Each option and its fields (spec §5). */
const OPTIONS: Record<OptionCode, { name: string; fields: readonly (keyof typeof FIELDS)[] }> = {
  prepay_reply: { name: 'Prepaid reply', fields: [] },
  signed_for: { name: 'Signed For', fields: [] },
  special_delivery: {
    name: 'Special Delivery Guaranteed',
    fields: ['compensation', 'saturday', 'consequential_loss'],
  },
  tracked: { name: 'Tracked', fields: [] },
  signature: { name: 'Signature on delivery', fields: [] },
  international_economy: { name: 'International Economy', fields: [] },
  international_standard: { name: 'International Standard', fields: [] },
  international_tracked: { name: 'International Tracked', fields: ['compensation'] },
  international_tracked_signed: { name: 'International Tracked & Signed', fields: ['compensation'] },
  international_signed: { name: 'International Signed', fields: ['compensation'] },
  international_tracked_heavier: { name: 'International Tracked Heavier', fields: ['compensation'] },
  frank_pay: { name: 'Your own postage value', fields: ['amount'] },
  surcharge: { name: 'Surcharge', fields: ['amount'] },
}

const levelsOf = (services: readonly Service[]): number[] =>
  [...new Set(services.flatMap((row) => row.compensation_gbp))].toSorted((a, b) => a - b)
