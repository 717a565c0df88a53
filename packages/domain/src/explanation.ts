import { toPence, vatIncludedIn, type Pence } from './money.ts'
import { packagingOf, type PackagingCode } from './packaging.ts'
import { rowFor, type PriceKey, type PriceList, type PriceRow } from './price-row.ts'
import { serviceOf, type ServiceCode } from './services.ts'

/** One line of the explanation; the amounts of all lines add up to the total. `values` fill a translation. */
export interface ExplanationLine {
  code: 'postage' | 'signed_for' | 'compensation' | 'frank_pay' | 'vat_exempt' | 'vat_included'
  description: string
  values: Record<string, string | number>
  amount: Pence
}

/** A fee on top of the postage. */
export interface Fee {
  code: 'signed_for' | 'compensation'
  name: string
  amount: Pence
}

/** A published price taken apart: what it would cost without the extra, and the extra. */
export interface PriceParts {
  postage: PriceRow
  fee?: Fee
}

/** A signed-for price contains the price of its class. */
const CLASS_OF_SIGNED_FOR: Partial<Record<ServiceCode, ServiceCode>> = { '1SF': '1', '2SF': '2' }

/** Takes the price `row`, found by `key`, apart with the row of the same list that lacks the extra. */
export function partsOf(row: PriceRow, key: PriceKey, list: PriceList): PriceParts {
  const plainClass = CLASS_OF_SIGNED_FOR[row.service]
  const lowest = serviceOf(row.service).compensation_gbp[0]
  const postage = rowFor(list, { ...key, service: plainClass ?? row.service, compensation_gbp: lowest ?? 0 })
  if (!postage || postage === row) return { postage: row }
  const amount = toPence(row.price - postage.price)
  const fee: Fee = plainClass
    ? { code: 'signed_for', name: 'Signed For', amount }
    : { code: 'compensation', name: `Compensation up to £${row.compensation_gbp}`, amount }
  return { postage, fee }
}

/** The lines of a published price: postage, the fee if any, and what VAT it holds. */
export function explainPrice(row: PriceRow, parts: PriceParts, packaging: PackagingCode): ExplanationLine[] {
  const { postage, fee } = parts
  const { from_g, to_g } = postage
  const about = { service: row.service, packaging, from_g, to_g, compensation_gbp: row.compensation_gbp }
  return [
    {
      code: 'postage',
      description: `${serviceOf(postage.service).name}, ${packagingOf(packaging).name.toLowerCase()}, ${from_g}–${to_g} g`,
      values: { ...about, service: postage.service, compensation_gbp: postage.compensation_gbp },
      amount: postage.price,
    },
    ...(fee ? [{ code: fee.code, description: fee.name, values: about, amount: fee.amount }] : []),
    row.vat === 'exempt' ? VAT_EXEMPT : vatIncluded(row.price),
  ]
}

/** The lines of postage that the user priced himself: the amount typed, exempt from VAT as franking is. */
export const explainFrankPay = (amount: Pence): ExplanationLine[] => [
  { code: 'frank_pay', description: 'Postage of your own value', values: { service: 'frank_pay' }, amount },
  VAT_EXEMPT,
]

const VAT_EXEMPT: ExplanationLine = {
  code: 'vat_exempt',
  description: 'Exempt from VAT',
  values: { vat: 0 },
  amount: toPence(0),
}

const vatIncluded = (total: Pence): ExplanationLine => ({
  code: 'vat_included',
  description: 'VAT at 20% is included',
  values: { vat: vatIncludedIn(total) },
  amount: toPence(0),
})
