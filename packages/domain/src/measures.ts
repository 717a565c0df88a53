declare const grams: unique symbol
declare const millimetres: unique symbol

/** Whole grams. A weight band includes its upper bound: 100 g is in 'to 100 g' (the published price lists). */
export type Grams = number & { readonly [grams]: true }
/** Whole millimetres. */
export type Millimetres = number & { readonly [millimetres]: true }

/** The units a caller may use (spec §3). */
export const WEIGHT_UNITS = ['G', 'KG', 'LB'] as const
export const LENGTH_UNITS = ['CM', 'IN'] as const
export type WeightUnit = (typeof WEIGHT_UNITS)[number]
export type LengthUnit = (typeof LENGTH_UNITS)[number]

export const MM_PER_INCH = 25.4

const GRAMS_PER = { G: 1, KG: 1000, LB: 453.59237 } as const satisfies Record<WeightUnit, number>
const MILLIMETRES_PER = { CM: 10, IN: MM_PER_INCH } as const satisfies Record<LengthUnit, number>

/** Rounds up to a whole unit of at least 1. A millionth is not rounded up: as a binary fraction 1.1 × 1000 is a little above 1100. */
const roundUp = (value: number): number => Math.max(1, Math.ceil(Math.round(value * 1e6) / 1e6))

/** A weight in whole grams, rounded up. `gramsFrom(1.25, 'KG')` is `1250`. */
export const gramsFrom = (value: number, units: WeightUnit): Grams => roundUp(value * GRAMS_PER[units]) as Grams

/** A length in whole millimetres, rounded up. `millimetresFrom(35.3, 'CM')` is `353`. */
export const millimetresFrom = (value: number, units: LengthUnit): Millimetres =>
  roundUp(value * MILLIMETRES_PER[units]) as Millimetres

/** Weights go to the carrier and onto labels in kilograms (spec §9). `kilogramsOf(1250)` is `1.25`. */
export const kilogramsOf = (weight: Grams): number => weight / 1000
