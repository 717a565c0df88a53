import { gramsFrom, millimetresFrom, type WeightUnit } from '@postroom/domain/measures'

/** A weight in the unit the user typed, which the request keeps (spec §3). */
export interface TypedWeight {
  value: number
  units: WeightUnit
}

const WEIGHT_SUFFIX = { g: 'G', kg: 'KG', lb: 'LB' } as const satisfies Record<string, WeightUnit>
const CENTIMETRES_PER = { mm: 0.1, cm: 1 } as const
type LengthSuffix = keyof typeof CENTIMETRES_PER | 'in'

/**
 * Reads '250', '250g', '1.2kg', '1,2 kg', '1,240 g' or '2 lb'; grams without a unit. Undefined for anything
 * but a weight above zero.
 */
export function weightFromText(text: string): TypedWeight | undefined {
  const typed = splitSuffix(text, WEIGHT_SUFFIX, 'g')
  if (!typed) return undefined
  const value = numberFrom(typed.digits, typed.suffix === 'g')
  return value === undefined ? undefined : { value, units: WEIGHT_SUFFIX[typed.suffix] }
}

/** Reads '30', '35,3 cm', '353mm' or '12in' as centimetres; undefined for anything but a length above zero. */
export function centimetresFromText(text: string): number | undefined {
  const typed = splitSuffix<LengthSuffix>(text, { mm: true, cm: true, in: true }, 'cm')
  const value = typed && numberFrom(typed.digits, false)
  if (!typed || value === undefined) return undefined
  if (typed.suffix === 'in') return millimetresFrom(value, 'IN') / 10
  return Math.round(value * CENTIMETRES_PER[typed.suffix] * 1000) / 1000
}

/** Whole pence from '1.85', '1,85', '£1.85' or '3'; undefined for anything but an amount of money. */
export function penceFromText(text: string): number | undefined {
  const match = /^£?\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*£?$/.exec(text.trim())
  if (!match) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** The typed weight as it was read, for the user to check. */
export const gramsOf = (weight: TypedWeight): number => gramsFrom(weight.value, weight.units)

function splitSuffix<Suffix extends string>(text: string, suffixes: Record<Suffix, unknown>, fallback: Suffix) {
  const match = /^([\d.,\s]+?)\s*([a-z]*)$/.exec(text.trim().toLowerCase())
  const suffix = (match?.[2] || fallback) as Suffix
  return match?.[1] && Object.hasOwn(suffixes, suffix) ? { digits: match[1], suffix } : undefined
}

/** With `thousandsMark`, as for grams, '1,240' is 1240; otherwise the comma is a decimal comma, as in 1.24 kg. */
function numberFrom(digits: string, thousandsMark: boolean): number | undefined {
  const bare = digits.replace(/\s/g, '')
  const plain = thousandsMark ? bare.replace(/^(\d{1,3})[.,](\d{3})$/, '$1$2') : bare
  if (!/^\d+(?:[.,]\d+)?$/.test(plain)) return undefined
  const value = Number(plain.replace(',', '.'))
  return value > 0 ? value : undefined
}
