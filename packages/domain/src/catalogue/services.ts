import type { DeliveryCode } from './delivery-aims.ts'
import type { Grams, Millimetres } from '../measures.ts'
import type { PackagingCode } from './packaging.ts'
import type { PlaceCode } from './places.ts'

/** Service codes of spec §5 and §9, and those of the tracked and international services. They are always strings, even `'1'`. */
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

/** A service without its prices. VAT is in the price rows. */
export interface Service {
  code: ServiceCode
  name: string
  delivery: DeliveryCode
  /**
   * Levels of compensation in whole pounds, lowest first. By default an item has the lowest level the price list sells (for Tracked,
   * £75 at the counter and £150 online); the option's `compensation` field chooses a higher one.
   */
  compensation_gbp: readonly number[]
  tracking: 'none' | 'confirmation' | 'full'
  signature: boolean
  formats: readonly PricedFormat[]
  /** Where it may be sent; absent: everywhere. */
  scope?: 'uk' | 'abroad'
  /** Sold only for items posted on a Friday. */
  saturday?: true
  /** Places where it is not sold. */
  except?: readonly PlaceCode[]
  /** The carrier's list that must name the country. */
  listed_as?: 'tracked' | 'tracked_signed' | 'signed'
  /** Its own weight limit, where lower than that of the format. */
  max_weight?: Grams
  /** Its weight limit for a tube, where lower. */
  tube_max_weight?: Grams
  /** The smallest allowed two longer sides, longest first. */
  min_sides?: readonly [Millimetres, Millimetres]
}

/** A format with prices of its own. A tube is priced as one of the parcels. */
export type PricedFormat = Exclude<PackagingCode, 'tube'>

const LETTERS: PricedFormat[] = ['letter', 'large_letter']
const UK_FORMATS: PricedFormat[] = [...LETTERS, 'small_parcel', 'medium_parcel']
const ABROAD_FORMATS: PricedFormat[] = [...LETTERS, 'parcel']

type Family = Omit<Service, 'code' | 'name' | 'delivery'>

const CLASS: Family = {
  compensation_gbp: [20],
  tracking: 'none',
  signature: false,
  formats: UK_FORMATS,
  scope: 'uk',
}
const REPLY: Family = { ...CLASS, formats: LETTERS, compensation_gbp: [] }
const SIGNED_FOR: Family = { ...CLASS, tracking: 'confirmation', signature: true }

/** Any format at the same price. */
const BY_1PM: Family = {
  compensation_gbp: [750, 1000, 2500],
  tracking: 'full',
  signature: true,
  formats: UK_FORMATS,
  scope: 'uk',
  tube_max_weight: 2000 as Grams,
  min_sides: [100 as Millimetres, 70 as Millimetres],
}
const BY_9AM: Family = {
  ...BY_1PM,
  compensation_gbp: [50, 1000, 2500],
  max_weight: 2000 as Grams,
  except: ['JE', 'GG', 'IM', 'BFPO'],
}

const TRACKED: Family = {
  compensation_gbp: [75, 150],
  tracking: 'full',
  signature: false,
  formats: ['large_letter', 'small_parcel', 'medium_parcel'],
  scope: 'uk',
}
const TRACKED_SIGNED: Family = { ...TRACKED, signature: true }

const ABROAD: Family = {
  compensation_gbp: [20],
  tracking: 'none',
  signature: false,
  formats: ABROAD_FORMATS,
  scope: 'abroad',
}
const ABROAD_TRACKED: Family = { ...ABROAD, compensation_gbp: [50, 250], tracking: 'full', listed_as: 'tracked' }
const ABROAD_TRACKED_SIGNED: Family = { ...ABROAD_TRACKED, signature: true, listed_as: 'tracked_signed' }
const ABROAD_SIGNED: Family = { ...ABROAD_TRACKED_SIGNED, tracking: 'confirmation', listed_as: 'signed' }
/** No list names the countries of the heavier service. It is sold where the lighter one is. */
const ABROAD_HEAVIER: Family = { ...ABROAD_TRACKED, formats: ['parcel_heavy'] }

const TYPED: Family = {
  compensation_gbp: [],
  tracking: 'none',
  signature: false,
  formats: [...UK_FORMATS, 'parcel', 'parcel_heavy'],
}

/** Names and aims are paraphrased. Source: the carrier's service catalogue, April 2026. */
export const SERVICES: readonly Service[] = [
  { code: '1', name: '1st Class', delivery: 'next_working_day', ...CLASS },
  { code: '2', name: '2nd Class', delivery: 'two_to_three_days', ...CLASS },
  { code: '1PP', name: '1st Class prepaid reply', delivery: 'next_working_day', ...REPLY },
  { code: '2PP', name: '2nd Class prepaid reply', delivery: 'two_to_three_days', ...REPLY },
  { code: '1SF', name: '1st Class Signed For', delivery: 'next_working_day', ...SIGNED_FOR },
  { code: '2SF', name: '2nd Class Signed For', delivery: 'two_to_three_days', ...SIGNED_FOR },
  { code: 'SD', name: 'Special Delivery by 1pm', delivery: 'guaranteed_1pm', ...BY_1PM },
  { code: 'SD9AM', name: 'Special Delivery by 9am', delivery: 'guaranteed_9am', ...BY_9AM },
  {
    code: 'SD1PM_SAT',
    name: 'Special Delivery by 1pm, Saturday',
    delivery: 'guaranteed_saturday_1pm',
    ...BY_1PM,
    saturday: true,
    except: ['BFPO'],
  },
  {
    code: 'SD9AM_SAT',
    name: 'Special Delivery by 9am, Saturday',
    delivery: 'guaranteed_saturday_9am',
    ...BY_9AM,
    saturday: true,
  },
  { code: 'TR24', name: 'Tracked 24', delivery: 'next_working_day', ...TRACKED },
  { code: 'TR24S', name: 'Tracked 24 with signature', delivery: 'next_working_day', ...TRACKED_SIGNED },
  { code: 'TR48', name: 'Tracked 48', delivery: 'two_to_three_days', ...TRACKED },
  { code: 'TR48S', name: 'Tracked 48 with signature', delivery: 'two_to_three_days', ...TRACKED_SIGNED },
  { code: 'IE', name: 'International Economy', delivery: 'abroad_economy', ...ABROAD },
  { code: 'IS', name: 'International Standard', delivery: 'abroad_standard', ...ABROAD },
  { code: 'IT', name: 'International Tracked', delivery: 'abroad_standard', ...ABROAD_TRACKED },
  { code: 'ITS', name: 'International Tracked & Signed', delivery: 'abroad_standard', ...ABROAD_TRACKED_SIGNED },
  { code: 'ISI', name: 'International Signed', delivery: 'abroad_standard', ...ABROAD_SIGNED },
  { code: 'ITH', name: 'International Tracked Heavier', delivery: 'abroad_standard', ...ABROAD_HEAVIER },
  { code: 'frank_pay', name: 'Your own postage value', delivery: 'as_posted', ...TYPED },
]

/** The row of a service. */
export const serviceOf = (code: ServiceCode): Service => SERVICES.find((service) => service.code === code)!

export const PLANS = ['lite', 'full'] as const
export type Plan = (typeof PLANS)[number]

/** The services that a Lite user may buy. @see spec §9 */
export const LITE_SERVICES = [
  '1SF',
  '2SF',
  'SD',
  'SD9AM',
  'SD1PM_SAT',
  'SD9AM_SAT',
] as const satisfies readonly ServiceCode[]

/** Whether users of a plan may buy a service: Lite is restricted (spec §4). */
export const isInPlan = (service: ServiceCode, plan: Plan): boolean =>
  plan === 'full' || (LITE_SERVICES as readonly ServiceCode[]).includes(service)
