import { SERVICE_CODES, serviceOf, type ServiceCode } from './services.ts'

/** The fields of an option: a level of compensation or cover in whole pounds, a yes or no, an amount in pence. */
export type OptionField = 'compensation' | 'saturday' | 'consequential_loss' | 'amount'

interface Option {
  name: string
  /** The services that the option allows. */
  services: readonly ServiceCode[]
  /** `amount` must be given; the others may be left out. */
  fields: readonly OptionField[]
}

/**
 * The options of the carrier. A new one is a row here: the contract's schema, the catalogue of the server and the form of the
 * web app are built from it. Its translation is `shipping.option.{code}`. @see spec §5
 */
export const OPTIONS = {
  prepay_reply: { name: 'Prepaid reply', services: ['1PP', '2PP'], fields: [] },
  signed_for: { name: 'Signed For', services: ['1SF', '2SF'], fields: [] },
  special_delivery: {
    name: 'Special Delivery Guaranteed',
    services: ['SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT'],
    fields: ['compensation', 'saturday', 'consequential_loss'],
  },
  tracked: { name: 'Tracked', services: ['TR24', 'TR24S', 'TR48', 'TR48S'], fields: [] },
  signature: { name: 'Signature on delivery', services: ['TR24S', 'TR48S'], fields: [] },
  international_economy: { name: 'International Economy', services: ['IE'], fields: [] },
  international_standard: { name: 'International Standard', services: ['IS'], fields: [] },
  international_tracked: { name: 'International Tracked', services: ['IT'], fields: ['compensation'] },
  international_tracked_signed: { name: 'International Tracked & Signed', services: ['ITS'], fields: ['compensation'] },
  international_signed: { name: 'International Signed', services: ['ISI'], fields: ['compensation'] },
  international_tracked_heavier: { name: 'International Tracked Heavier', services: ['ITH'], fields: ['compensation'] },
  frank_pay: { name: 'Your own postage value', services: ['frank_pay'], fields: ['amount'] },
  surcharge: { name: 'Surcharge', services: ['frank_pay'], fields: ['amount'] },
} as const satisfies Record<string, Option>
export type OptionCode = keyof typeof OPTIONS

export const OPTION_CODES = Object.keys(OPTIONS) as OptionCode[]

/** The row of an option. */
export const optionOf = (code: OptionCode): Option => OPTIONS[code]

/** Levels of compensation that the services of an option sell, in whole pounds, lowest first. */
export const compensationLevels = (services: readonly ServiceCode[]): number[] =>
  [...new Set(services.flatMap((code) => serviceOf(code).compensation_gbp))].toSorted((a, b) => a - b)

const SERVICES_WITHOUT_OPTION = ['1', '2'] as const satisfies readonly ServiceCode[]

/** The services that every chosen option allows, in the order of the catalogue; without options 1 and 2 only. @see spec §5 */
export function servicesFor(options: readonly OptionCode[]): readonly ServiceCode[] {
  if (options.length === 0) return SERVICES_WITHOUT_OPTION
  return SERVICE_CODES.filter((code) => options.every((option) => optionOf(option).services.includes(code)))
}
