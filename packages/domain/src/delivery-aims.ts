/** A delivery aim of the catalogue. The descriptions are paraphrased, not the carrier's words. */
interface DeliveryAim {
  code: string
  description: string
}

/**
 * Every delivery aim, quickest first. Saturday guarantees lead: they are sold for a Friday's post, which the other
 * guarantees deliver on Monday.
 */
export const DELIVERY_AIMS = [
  { code: 'guaranteed_saturday_9am', description: 'Guaranteed by 9am on Saturday' },
  { code: 'guaranteed_saturday_1pm', description: 'Guaranteed by 1pm on Saturday' },
  { code: 'guaranteed_9am', description: 'Guaranteed by 9am the next working day' },
  { code: 'guaranteed_1pm', description: 'Guaranteed by 1pm the next working day' },
  { code: 'next_working_day', description: 'Usually arrives the next working day' },
  { code: 'two_to_three_days', description: 'Usually arrives in two or three working days' },
  {
    code: 'abroad_standard',
    description: 'Usually takes three to five working days in Europe, five to seven in the rest of the world',
  },
  {
    code: 'abroad_economy',
    description: 'Takes about two weeks in Western Europe, six in North America, up to twelve in Australasia',
  },
  { code: 'as_posted', description: 'As the postage you pay for' },
] as const satisfies readonly DeliveryAim[]
export type DeliveryCode = (typeof DELIVERY_AIMS)[number]['code']

/** How an aim compares with others: the smaller, the quicker. */
export const slownessOf = (code: DeliveryCode): number => DELIVERY_AIMS.findIndex((aim) => aim.code === code)

/** What the carrier promises under a code. */
export const aimOf = (code: DeliveryCode): DeliveryAim => DELIVERY_AIMS.find((aim) => aim.code === code)!
