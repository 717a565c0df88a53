import type { DomesticCountry } from './countries.ts'

/** Service codes of spec §5 and §9, and those of the tracked and international services. Always strings: `Number('1')` would succeed and mean nothing. */
export const SERVICE_CODES = [
  '1',
  '2',
  '1PP',
  '2PP',
  '1SF',
  '2SF',
  'SD',
  'SD9AM',
  'SD1PM_SAT',
  'SD9AM_SAT',
  'TR24',
  'TR24S',
  'TR48',
  'TR48S',
  'IE',
  'IS',
  'IT',
  'ITS',
  'ISI',
  'ITH',
  'frank_pay',
] as const
export type ServiceCode = (typeof SERVICE_CODES)[number]

export const OPTION_CODES = [
  'prepay_reply',
  'signed_for',
  'special_delivery',
  'tracked',
  'signature',
  'international_economy',
  'international_standard',
  'international_tracked',
  'international_tracked_signed',
  'international_signed',
  'international_tracked_heavier',
  'frank_pay',
  'surcharge',
] as const
export type OptionCode = (typeof OPTION_CODES)[number]

/** What is known of a service apart from its price. Delivery aims are paraphrased, not the carrier's words. */
export interface Service {
  code: ServiceCode
  name: string
  delivery: string
  /** Lowest compensation in whole pounds; higher levels are bought with the option's `compensation` field. */
  compensation_gbp: readonly number[]
  tracking: 'none' | 'confirmation' | 'full'
  signature: boolean
  /** Sold to other countries only; absent: to the United Kingdom only. */
  scope?: 'abroad'
  /** Sold only for items posted on a Friday. */
  saturday?: true
  /** Countries it is not sold to. */
  except?: readonly DomesticCountry[]
}

const CROWN_DEPENDENCIES = ['JE', 'GG', 'IM'] as const

export const SERVICES = [
  {
    code: '1',
    name: '1st Class',
    delivery: 'next_working_day',
    compensation_gbp: [20],
    tracking: 'none',
    signature: false,
  },
  {
    code: '2',
    name: '2nd Class',
    delivery: 'two_to_three_days',
    compensation_gbp: [20],
    tracking: 'none',
    signature: false,
  },
  {
    code: '1PP',
    name: '1st Class prepaid reply',
    delivery: 'next_working_day',
    compensation_gbp: [],
    tracking: 'none',
    signature: false,
  },
  {
    code: '2PP',
    name: '2nd Class prepaid reply',
    delivery: 'two_to_three_days',
    compensation_gbp: [],
    tracking: 'none',
    signature: false,
  },
  {
    code: '1SF',
    name: '1st Class Signed For',
    delivery: 'next_working_day',
    compensation_gbp: [20],
    tracking: 'confirmation',
    signature: true,
  },
  {
    code: '2SF',
    name: '2nd Class Signed For',
    delivery: 'two_to_three_days',
    compensation_gbp: [20],
    tracking: 'confirmation',
    signature: true,
  },
  {
    code: 'SD',
    name: 'Special Delivery by 1pm',
    delivery: 'guaranteed_1pm',
    compensation_gbp: [750, 1000, 2500],
    tracking: 'full',
    signature: true,
  },
  {
    code: 'SD9AM',
    name: 'Special Delivery by 9am',
    delivery: 'guaranteed_9am',
    compensation_gbp: [50, 1000, 2500],
    tracking: 'full',
    signature: true,
    except: CROWN_DEPENDENCIES,
  },
  {
    code: 'SD1PM_SAT',
    name: 'Special Delivery by 1pm, Saturday',
    delivery: 'guaranteed_saturday_1pm',
    compensation_gbp: [750, 1000, 2500],
    tracking: 'full',
    signature: true,
    saturday: true,
  },
  {
    code: 'SD9AM_SAT',
    name: 'Special Delivery by 9am, Saturday',
    delivery: 'guaranteed_saturday_9am',
    compensation_gbp: [50, 1000, 2500],
    tracking: 'full',
    signature: true,
    saturday: true,
    except: CROWN_DEPENDENCIES,
  },
  {
    code: 'TR24',
    name: 'Tracked 24',
    delivery: 'next_working_day',
    compensation_gbp: [75, 150],
    tracking: 'full',
    signature: false,
  },
  {
    code: 'TR24S',
    name: 'Tracked 24 with signature',
    delivery: 'next_working_day',
    compensation_gbp: [75, 150],
    tracking: 'full',
    signature: true,
  },
  {
    code: 'TR48',
    name: 'Tracked 48',
    delivery: 'two_to_three_days',
    compensation_gbp: [75, 150],
    tracking: 'full',
    signature: false,
  },
  {
    code: 'TR48S',
    name: 'Tracked 48 with signature',
    delivery: 'two_to_three_days',
    compensation_gbp: [75, 150],
    tracking: 'full',
    signature: true,
  },
  {
    code: 'IE',
    name: 'International Economy',
    delivery: 'abroad_economy',
    compensation_gbp: [20],
    tracking: 'none',
    signature: false,
    scope: 'abroad',
  },
  {
    code: 'IS',
    name: 'International Standard',
    delivery: 'abroad_standard',
    compensation_gbp: [20],
    tracking: 'none',
    signature: false,
    scope: 'abroad',
  },
  {
    code: 'IT',
    name: 'International Tracked',
    delivery: 'abroad_standard',
    compensation_gbp: [50, 250],
    tracking: 'full',
    signature: false,
    scope: 'abroad',
  },
  {
    code: 'ITS',
    name: 'International Tracked & Signed',
    delivery: 'abroad_standard',
    compensation_gbp: [50, 250],
    tracking: 'full',
    signature: true,
    scope: 'abroad',
  },
  {
    code: 'ISI',
    name: 'International Signed',
    delivery: 'abroad_standard',
    compensation_gbp: [50, 250],
    tracking: 'confirmation',
    signature: true,
    scope: 'abroad',
  },
  {
    code: 'ITH',
    name: 'International Tracked Heavier',
    delivery: 'abroad_standard',
    compensation_gbp: [50, 250],
    tracking: 'full',
    signature: false,
    scope: 'abroad',
  },
  {
    code: 'frank_pay',
    name: 'Your own postage value',
    delivery: 'as_posted',
    compensation_gbp: [],
    tracking: 'none',
    signature: false,
  },
] as const satisfies readonly Service[]

/** The row of a service. */
export const serviceOf = (code: ServiceCode): Service => SERVICES.find((service) => service.code === code)!

/** Which services an option allows. No option: 1 and 2 only. @see spec §5 */
export const SERVICES_BY_OPTION = {
  prepay_reply: ['1PP', '2PP'],
  signed_for: ['1SF', '2SF'],
  special_delivery: ['SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT'],
  tracked: ['TR24', 'TR24S', 'TR48', 'TR48S'],
  signature: ['TR24S', 'TR48S'],
  international_economy: ['IE'],
  international_standard: ['IS'],
  international_tracked: ['IT'],
  international_tracked_signed: ['ITS'],
  international_signed: ['ISI'],
  international_tracked_heavier: ['ITH'],
  frank_pay: ['frank_pay'],
  surcharge: ['frank_pay'],
} as const satisfies Record<OptionCode, readonly ServiceCode[]>

const SERVICES_WITHOUT_OPTION = ['1', '2'] as const satisfies readonly ServiceCode[]

/** The services that every chosen option allows, in the order of the catalogue; options that exclude each other leave none. @see spec §5 */
export function servicesFor(options: readonly OptionCode[]): readonly ServiceCode[] {
  if (options.length === 0) return SERVICES_WITHOUT_OPTION
  return SERVICE_CODES.filter((code) =>
    options.every((option) => (SERVICES_BY_OPTION[option] as readonly ServiceCode[]).includes(code)),
  )
}

export const PLANS = ['lite', 'full'] as const
export type Plan = (typeof PLANS)[number]

/** All that a Lite user may buy. @see spec §9 */
export const LITE_SERVICES = [
  '1SF',
  '2SF',
  'SD',
  'SD9AM',
  'SD1PM_SAT',
  'SD9AM_SAT',
] as const satisfies readonly ServiceCode[]

export const isInPlan = (service: ServiceCode, plan: Plan): boolean =>
  plan === 'full' || (LITE_SERVICES as readonly ServiceCode[]).includes(service)
