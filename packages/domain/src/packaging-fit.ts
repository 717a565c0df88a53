import type { Grams, Millimetres } from './measures.ts'
import { PACKAGING, packagingOf, type PackagingCode } from './packaging.ts'
import { refuse, type Refused } from './refusal.ts'
import type { ShipmentFacts } from './shipment-facts.ts'

type Item = Pick<ShipmentFacts, 'packaging' | 'weight' | 'sides'>
type Sides = NonNullable<ShipmentFacts['sides']>

export type FitRefusal = 'packaging_too_heavy' | 'packaging_too_large' | 'tube_too_large' | 'size_required'

/** A format that has a price of its own; a tube is priced as one of the parcels. */
export type PricedFormat = Exclude<PackagingCode, 'tube'>

const TUBE_MAX_LENGTH_MM = 900
const TUBE_MAX_LENGTH_AND_TWO_DIAMETERS_MM = 1040
/** Within both, a tube costs what a small parcel costs; beyond, what a medium parcel costs. */
const SMALL_TUBE_LENGTH_MM = 450
const SMALL_TUBE_DIAMETER_MM = 80

/** The format whose price an item pays, or why its packaging does not take it. Every limit is inclusive. */
export function fitPackaging(item: Item): { ok: true; format: PricedFormat } | Refused<FitRefusal> {
  const { packaging, weight } = item
  const { max_weight } = packagingOf(packaging)
  if (weight > max_weight)
    return refuse('packaging_too_heavy', { packaging, limit_g: max_weight, weight_g: weight, ...firstFitting(item) })
  return packaging === 'tube' ? fitTube(item.sides) : fitBox(item, packaging)
}

/** Formats the item may travel in, smallest first. Sides that are not known are taken to fit. */
export const formatsThatFit = (weight: Grams, sides: Sides | undefined): PricedFormat[] =>
  PACKAGING.flatMap((row) =>
    row.code !== 'tube' && weight <= row.max_weight && (!sides || !sideTooLong(sides, row.max_sides)) ? [row.code] : [],
  )

function fitBox(item: Item, format: PricedFormat): { ok: true; format: PricedFormat } | Refused<FitRefusal> {
  const limits = packagingOf(format).max_sides
  const tooLong = item.sides && limits && sideTooLong(item.sides, limits)
  if (!tooLong) return { ok: true, format }
  return refuse('packaging_too_large', { packaging: format, ...tooLong, ...firstFitting(item) })
}

function fitTube(sides: Sides | undefined): { ok: true; format: PricedFormat } | Refused<FitRefusal> {
  if (!sides) return refuse('size_required', { packaging: 'tube' })
  const [length, diameter] = longestFirst(sides)
  if (length > TUBE_MAX_LENGTH_MM)
    return refuse('tube_too_large', { measure: 'length', limit_mm: TUBE_MAX_LENGTH_MM, value_mm: length })
  const sum = length + 2 * diameter
  if (sum > TUBE_MAX_LENGTH_AND_TWO_DIAMETERS_MM)
    return refuse('tube_too_large', {
      measure: 'length_and_two_diameters',
      limit_mm: TUBE_MAX_LENGTH_AND_TWO_DIAMETERS_MM,
      value_mm: sum,
    })
  const small = length <= SMALL_TUBE_LENGTH_MM && diameter <= SMALL_TUBE_DIAMETER_MM
  return { ok: true, format: small ? 'small_parcel' : 'medium_parcel' }
}

/** The smallest other format that takes the item, as a refusal tells it; nothing when none does. */
function firstFitting({ packaging, weight, sides }: Item): { fits?: PricedFormat } {
  const fits = packaging === 'tube' ? undefined : formatsThatFit(weight, sides).at(0)
  return fits ? { fits } : {}
}

/** The first side, longest first, that is over its limit. */
function sideTooLong(sides: Sides, limits: Sides): { limit_mm: number; value_mm: number } | undefined {
  const over = longestFirst(sides)
    .map((value, index) => ({ value_mm: value, limit_mm: limits[index]! }))
    .filter((side) => side.value_mm > side.limit_mm)
  return over[0]
}

const longestFirst = (sides: Sides) => sides.toSorted((a, b) => b - a) as [Millimetres, Millimetres, Millimetres]
