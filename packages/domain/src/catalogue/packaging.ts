import { isDomestic } from './countries.ts'
import type { Grams, Millimetres } from '../measures.ts'

export const PACKAGING_CODES = [
  'letter',
  'large_letter',
  'small_parcel',
  'medium_parcel',
  'tube',
  'parcel',
  'parcel_heavy',
] as const
export type PackagingCode = (typeof PACKAGING_CODES)[number]

/** Printer kinds of spec §3: letters go to the mailing printer, parcels to the shipping printer, customs forms to the form printer. */
export const PRINTER_KINDS = ['mailing', 'shipping', 'form'] as const
export type PrinterKind = (typeof PRINTER_KINDS)[number]

export interface Packaging {
  code: PackagingCode
  name: string
  printer: PrinterKind
  max_weight: Grams
  /** The limit for Tracked 24 and 48, where higher. */
  tracked_max_weight?: Grams
  /** The limit within the United Kingdom, where higher. */
  uk_max_weight?: Grams
  /** Where it may be sent; absent: everywhere. */
  scope?: 'uk' | 'abroad'
  /** Inclusive limits of the sides, longest first; an item's sides are sorted before they are compared. Absent for a tube, which has its own rule. */
  max_sides?: readonly [Millimetres, Millimetres, Millimetres]
  /** Inclusive limit of the sum of the three sides. */
  max_sum?: Millimetres
}

const g = (value: number): Grams => value as Grams
const mm = (...sides: [number, number, number]) => sides as unknown as readonly [Millimetres, Millimetres, Millimetres]

/** Formats within the United Kingdom and abroad, smallest first, with inclusive limits. Source: the carrier's size guide, April 2026. */
export const PACKAGING = [
  { code: 'letter', name: 'Letter', printer: 'mailing', max_weight: g(100), max_sides: mm(240, 165, 5) },
  {
    code: 'large_letter',
    name: 'Large letter',
    printer: 'mailing',
    max_weight: g(750),
    tracked_max_weight: g(1000),
    max_sides: mm(353, 250, 25),
  },
  {
    code: 'small_parcel',
    name: 'Small parcel',
    scope: 'uk',
    printer: 'shipping',
    max_weight: g(2000),
    max_sides: mm(450, 350, 160),
  },
  {
    code: 'medium_parcel',
    name: 'Medium parcel',
    scope: 'uk',
    printer: 'shipping',
    max_weight: g(20000),
    max_sides: mm(610, 460, 460),
  },
  { code: 'tube', name: 'Tube', printer: 'shipping', max_weight: g(2000), uk_max_weight: g(20000) },
  {
    code: 'parcel',
    name: 'Parcel abroad',
    scope: 'abroad',
    printer: 'shipping',
    max_weight: g(2000),
    max_sides: mm(600, 600, 600),
    max_sum: 900 as Millimetres,
  },
  {
    code: 'parcel_heavy',
    name: 'Heavier parcel abroad',
    scope: 'abroad',
    printer: 'shipping',
    max_weight: g(20000),
    max_sides: mm(610, 460, 460),
  },
] as const satisfies readonly Packaging[]

/** The row of a format. */
export const packagingOf = (code: PackagingCode): Packaging => PACKAGING.find((row) => row.code === code)!

/** The heaviest item of a format to a country, apart from the higher limit of Tracked. */
export const weightLimitOf = ({ max_weight, uk_max_weight }: Packaging, country: string): Grams =>
  (isDomestic(country) && uk_max_weight) || max_weight
