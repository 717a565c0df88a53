import { isDomestic } from '../catalogue/countries.ts'
import type { Grams, Millimetres } from '../measures.ts'
import { PACKAGING, packagingOf, weightLimitOf, type Packaging } from '../catalogue/packaging.ts'
import { refuse, type Refusal, type Refused } from '../refusal.ts'
import type { PricedFormat } from '../catalogue/services.ts'
import type { ShipmentFacts } from './shipment-facts.ts'

type Item = Pick<ShipmentFacts, 'packaging' | 'weight' | 'sides' | 'country' | 'options'>
type Sides = NonNullable<ShipmentFacts['sides']>

/** Why an item does not fit its declared format. `details.fits` is the smallest format it fits, if any. */
export type FitRefusal =
  'packaging_not_for_destination' | 'packaging_too_heavy' | 'packaging_too_large' | 'tube_too_large' | 'size_required'

/** The two limits of a tube, in millimetres, inclusive. */
export const TUBE_MAX_LENGTH_MM = 900
export const TUBE_MAX_LENGTH_AND_TWO_DIAMETERS_MM = 1040
/** Within the United Kingdom, a tube within both limits and no heavier than a small parcel is priced as one; others as a medium parcel. */
const SMALL_TUBE_LENGTH_MM = 450
const SMALL_TUBE_DIAMETER_MM = 80

/** The format an item is priced as, or why it does not fit its packaging. Every limit is inclusive. */
export function fitPackaging(item: Item): { ok: true; format: PricedFormat } | Refused<FitRefusal> {
  const { packaging, weight, country, sides } = item
  const row = packagingOf(packaging)
  const limit = maxWeightOf(row, item)
  const no = (code: FitRefusal, details: Refusal<FitRefusal>['details']) =>
    refuse(code, { packaging, ...details, ...smallestFitting(item) })
  if (!reaches(row, item)) return no('packaging_not_for_destination', { country })
  if (packaging === 'tube' && !sides) return refuse('size_required', { packaging })
  if (weight > limit) return no('packaging_too_heavy', { limit_g: limit, weight_g: weight })
  const over = sides && (packaging === 'tube' ? tubeOverLimit(sides) : overLimit(sides, row))
  if (over) return no(packaging === 'tube' ? 'tube_too_large' : 'packaging_too_large', over)
  return { ok: true, format: packaging === 'tube' ? formatOfTube(item) : packaging }
}

/** The formats an item fits, smallest first, tubes excepted. Unknown sides count as fitting. */
export const formatsThatFit = (item: Item): PricedFormat[] =>
  PACKAGING.flatMap((row) =>
    row.code !== 'tube' && reaches(row, item) && item.weight <= maxWeightOf(row, item) && !overLimit(item.sides, row)
      ? [row.code]
      : [],
  )

/** Without sides, a parcel is never reported to fit as a letter. */
function smallestFitting(item: Item): { fits?: PricedFormat } {
  const parcel = !item.sides && packagingOf(item.packaging).printer === 'shipping'
  const fits = formatsThatFit(item).find((format) => !parcel || packagingOf(format).printer === 'shipping')
  return fits ? { fits } : {}
}

const reaches = ({ scope }: Packaging, { country }: Item): boolean =>
  scope === undefined || scope === (isDomestic(country) ? 'uk' : 'abroad')

/** Tracked 24 and 48 accept a large letter up to 1 kg; a tube within the United Kingdom may be as heavy as a medium parcel. */
function maxWeightOf(row: Packaging, { options, country }: Item): Grams {
  const tracked = options.some(({ code }) => code === 'tracked' || code === 'signature')
  return (tracked && row.tracked_max_weight) || weightLimitOf(row, country)
}

interface OverLimit extends Record<string, string | number> {
  limit_mm: number
  value_mm: number
}

/** The longest side over its limit, else the sum of the sides if it is over. */
function overLimit(sides: Sides | undefined, { max_sides, max_sum }: Packaging): OverLimit | undefined {
  if (!sides || !max_sides) return undefined
  const over = longestFirst(sides)
    .map((value, index) => ({ limit_mm: max_sides[index]!, value_mm: value }))
    .find((side) => side.value_mm > side.limit_mm)
  const sum = sides[0] + sides[1] + sides[2]
  if (over || max_sum === undefined || sum <= max_sum) return over
  return { measure: 'sum_of_sides', limit_mm: max_sum, value_mm: sum }
}

function tubeOverLimit(sides: Sides): OverLimit | undefined {
  const [length, diameter] = longestFirst(sides)
  if (length > TUBE_MAX_LENGTH_MM) return { measure: 'length', limit_mm: TUBE_MAX_LENGTH_MM, value_mm: length }
  const limit_mm = TUBE_MAX_LENGTH_AND_TWO_DIAMETERS_MM
  const value_mm = length + 2 * diameter
  return value_mm > limit_mm ? { measure: 'length_and_two_diameters', limit_mm, value_mm } : undefined
}

function formatOfTube({ country, sides, weight }: Item): PricedFormat {
  if (!isDomestic(country)) return 'parcel'
  const [length, diameter] = longestFirst(sides!)
  const small = length <= SMALL_TUBE_LENGTH_MM && diameter <= SMALL_TUBE_DIAMETER_MM
  return small && weight <= packagingOf('small_parcel').max_weight ? 'small_parcel' : 'medium_parcel'
}

const longestFirst = (sides: Sides) => sides.toSorted((a, b) => b - a) as [Millimetres, Millimetres, Millimetres]
