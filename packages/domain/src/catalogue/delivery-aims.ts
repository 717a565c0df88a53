/** A delivery aim of the catalogue. The descriptions are paraphrased, not the carrier's words. */
export interface DeliveryAim {
  code: string
  description: string
  /** First and last working day after the collection; absent: there is no estimate. */
  days?: readonly [first: number, last: number]
  /** Whether a Saturday is a working day; absent: never. Letters by 2nd Class have none since 28 July 2025. */
  saturday?: 'always' | 'parcels'
  /** The same abroad, where it depends on the region. Every price zone of Europe counts as Europe. */
  abroad?: Readonly<Record<Region, readonly [first: number, last: number]>>
}

/** The regions that delivery aims abroad are given for. */
export type Region = 'europe' | 'north_america' | 'elsewhere'

/**
 * Every delivery aim, quickest first. Saturday guarantees lead: they are sold for a Friday's post, which the other
 * guarantees deliver on Monday.
 */
export const DELIVERY_AIMS = [
  { code: 'guaranteed_saturday_9am', description: 'Guaranteed by 9am on Saturday', days: [1, 1], saturday: 'always' },
  { code: 'guaranteed_saturday_1pm', description: 'Guaranteed by 1pm on Saturday', days: [1, 1], saturday: 'always' },
  { code: 'guaranteed_9am', description: 'Guaranteed by 9am the next working day', days: [1, 1] },
  { code: 'guaranteed_1pm', description: 'Guaranteed by 1pm the next working day', days: [1, 1] },
  { code: 'next_working_day', description: 'Usually arrives the next working day', days: [1, 1], saturday: 'always' },
  {
    code: 'two_to_three_days',
    description: 'Usually arrives in two or three working days',
    days: [2, 3],
    saturday: 'parcels',
  },
  {
    code: 'abroad_standard',
    description: 'Usually takes three to five working days in Europe, five to seven in the rest of the world',
    abroad: { europe: [3, 5], north_america: [5, 7], elsewhere: [5, 7] },
  },
  {
    code: 'abroad_economy',
    description: 'Takes about two weeks in Western Europe, six in North America, up to twelve in Australasia',
    // in weeks of five days; the aim names the last day only
    abroad: { europe: [10, 10], north_america: [30, 30], elsewhere: [60, 60] },
  },
  {
    code: 'forces',
    description: 'Handed to the British Forces Post Office, which promises no day',
  },
  { code: 'as_posted', description: 'As the postage you pay for' },
] as const satisfies readonly DeliveryAim[]
export type DeliveryCode = (typeof DELIVERY_AIMS)[number]['code']

/** The rank of an aim: the smaller, the quicker. */
export const slownessOf = (code: DeliveryCode): number => DELIVERY_AIMS.findIndex((aim) => aim.code === code)

/** The aim with this code. */
export const aimOf = (code: DeliveryCode): DeliveryAim & { code: DeliveryCode } =>
  DELIVERY_AIMS.find((aim) => aim.code === code)!
