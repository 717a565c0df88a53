declare const grams: unique symbol
declare const millimetres: unique symbol

/** Whole grams. Bands include their upper bound: 100 g is 'to 100 g' (the published price lists). */
export type Grams = number & { readonly [grams]: true }
/** Whole millimetres. */
export type Millimetres = number & { readonly [millimetres]: true }

/** Units a person may give (spec §3). */
export const WEIGHT_UNITS = ['G', 'KG', 'LB'] as const
export const LENGTH_UNITS = ['CM', 'IN'] as const
export type WeightUnit = (typeof WEIGHT_UNITS)[number]
export type LengthUnit = (typeof LENGTH_UNITS)[number]

const GRAMS_PER = { G: 1, KG: 1000, LB: 453.59237 } as const satisfies Record<WeightUnit, number>
const MILLIMETRES_PER = { CM: 10, IN: 25.4 } as const satisfies Record<LengthUnit, number>

/** A started gram or millimetre counts whole, but 1.1 × 1000 must not become 1101 through binary fractions. Nothing weighs 0. */
const roundUp = (value: number): number => Math.max(1, Math.ceil(Math.round(value * 1e6) / 1e6))

/** Weight in whole grams, a started gram counting whole. `gramsFrom(1.25, 'KG')` is `1250`. */
export const gramsFrom = (value: number, units: WeightUnit): Grams => roundUp(value * GRAMS_PER[units]) as Grams

/** Length in whole millimetres, a started millimetre counting whole. `millimetresFrom(35.3, 'CM')` is `353`. */
export const millimetresFrom = (value: number, units: LengthUnit): Millimetres =>
  roundUp(value * MILLIMETRES_PER[units]) as Millimetres

/** Parcels go to the carrier and onto labels in kilograms (spec §9). `kilogramsOf(1250)` is `1.25`. */
export const kilogramsOf = (weight: Grams): number => weight / 1000
