import { toPence, type Pence } from '../money.ts'
import { packagingOf } from '../catalogue/packaging.ts'
import type { PriceRow, Vat } from '../tariffs/price-row.ts'
import { serviceOf, type PricedFormat } from '../catalogue/services.ts'

/** The kinds of price line: the postage, a fee, or the VAT included in the total. */
export const EXPLANATION_CODES = [
  'postage',
  'frank_pay',
  'surcharge',
  'signed_for',
  'signature',
  'saturday',
  'compensation',
  'consequential_loss',
  'us_duties_handling',
  'pickup',
  'handling_charge',
  'contract_price',
  'contract_price_only',
  'vat_exempt',
  'vat_included',
  'vat_zero_or_exempt',
] as const
export type ExplanationCode = (typeof EXPLANATION_CODES)[number]

/** One price line. The amounts of all lines add up to the total. `values` fill a translation. */
export interface PriceLine {
  code: ExplanationCode
  description: string
  values: Record<string, string | number>
  amount: Pence
}

/** The price line of a published price, with its service and weight band. */
export const postageLine = ({ service, from_g, to_g, ...row }: PriceRow, packaging: PricedFormat): PriceLine => ({
  code: 'postage',
  description: `${serviceOf(service).name}, ${packagingOf(packaging).name.toLowerCase()}, ${from_g}–${to_g} g`,
  values: { service, packaging, from_g, to_g, compensation_gbp: row.compensation_gbp },
  amount: row.price,
})

/**
 * States that the postage is a price of the account's contract, and what the published list says for the same, in pence; undefined
 * where it has no price. The line's own amount is 0.
 */
export const contractLine = (published: Pence | undefined): PriceLine => ({
  ...(published === undefined
    ? { code: 'contract_price_only', values: {} }
    : { code: 'contract_price', values: { published } }),
  description: 'Contract price of the account',
  amount: toPence(0),
})

/** States the VAT in the total in pence, or why there is none. The line's own amount is 0. */
export const vatLine = (status: Vat, vat: Pence): PriceLine => ({
  ...VAT_LINES[status],
  values: { vat },
  amount: toPence(0),
})

const VAT_LINES = {
  exempt: { code: 'vat_exempt', description: 'Exempt from VAT' },
  standard_included: { code: 'vat_included', description: 'VAT at 20% is included' },
  zero_or_exempt: { code: 'vat_zero_or_exempt', description: 'No VAT: post abroad is exempt or zero-rated' },
} as const satisfies Record<Vat, Pick<PriceLine, 'code' | 'description'>>

/** The price lines that are fees. */
export const feesAmong = (lines: readonly PriceLine[]): PriceLine[] =>
  lines.filter(({ code }) => !NOT_A_FEE.includes(code))

const NOT_A_FEE: readonly ExplanationCode[] = [
  'postage',
  'frank_pay',
  'surcharge',
  'contract_price',
  'contract_price_only',
  'vat_exempt',
  'vat_included',
  'vat_zero_or_exempt',
]
