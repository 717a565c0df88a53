import { CONTENTS_TYPES } from '@postroom/domain/customs/customs'
import { WEIGHT_UNITS } from '@postroom/domain/measures'
import * as z from 'zod'
import { singleLine } from './single-line.ts'

const text = (max: number) => singleLine(max).default('')

/** A registered number, stored without spaces, dots and hyphens. */
const code = (max: number) =>
  singleLine(max)
    .overwrite((typed) => typed.toUpperCase().replaceAll(/[\s.-]/g, ''))
    .default('')

/** Free text. An IOSS number is stored without spaces and punctuation. */
const importerReference = singleLine(35)
  .overwrite((typed) => (/^\s*im[\s.-]*\d/i.test(typed) ? typed.toUpperCase().replaceAll(/[\s.-]/g, '') : typed))
  .default('')

/** One customs item. Weight and value are those of one piece; the value is in pence. */
export const contentsItemSchema = z.strictObject({
  description: singleLine(100).min(1),
  quantity: z.int().min(1).max(9999),
  weight: z.strictObject({ value: z.number().positive().max(100_000), units: z.enum(WEIGHT_UNITS).default('G') }),
  value: z.int().min(0).max(100_000_00),
  hs_code: code(14),
  origin_country: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]).default(''),
  sku: text(35),
  manufacturer_id: text(35),
})

/** The customs declaration of a shipment (spec §3). The rules beyond its shape are in domain, customs-rules.ts. */
export const customsSchema = z.strictObject({
  currency: z.literal('GBP').default('GBP'),
  contents_type: z.enum(CONTENTS_TYPES).default('G'),
  booking_confirmation_number: text(35),
  eelpfc: text(35),
  invoice_number: text(35),
  contents_description: text(60),
  customs_refnum_importer: importerReference,
  company_EORI_number: code(20),
  contents_items: z.array(contentsItemSchema).max(20).default([]),
})
export type ShipmentCustoms = z.output<typeof customsSchema>
