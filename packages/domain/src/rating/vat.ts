import type { ExplanationCode, PriceLine } from './explanation.ts'
import { sumPence, timesPence, toPence, type Pence } from '../money.ts'

/**
 * How VAT treats a part of a price: at the standard rate, exempt, post abroad that is zero-rated or exempt, or `outside` the
 * carrier's price, where Postroom states nothing about VAT (collection, duties, the organisation's handling charge).
 */
export const VAT_GROUPS = ['standard', 'exempt', 'zero_or_exempt', 'outside'] as const
export type VatGroup = (typeof VAT_GROUPS)[number]

/** An amount split for VAT: `net` plus `vat` is `gross`. */
export interface VatShare {
  group: VatGroup
  net: Pence
  vat: Pence
  gross: Pence
}

const OUTSIDE: readonly ExplanationCode[] = ['us_duties_handling', 'pickup', 'handling_charge']

const GROUP_OF: Partial<Record<ExplanationCode, VatGroup>> = {
  vat_included: 'standard',
  vat_exempt: 'exempt',
  vat_zero_or_exempt: 'zero_or_exempt',
}

/** The VAT shares of one item's price, from its stored price lines. Their gross amounts add up to the lines. */
export function vatSharesOf(lines: readonly PriceLine[]): VatShare[] {
  const remark = lines.find(({ code }) => GROUP_OF[code])
  const group = (remark && GROUP_OF[remark.code]) ?? 'outside'
  const vat = toPence(group === 'standard' ? Number(remark?.values['vat'] ?? 0) : 0)
  const outside = sumPence(...lines.filter(({ code }) => OUTSIDE.includes(code)).map(({ amount }) => amount))
  const carrier = sumPence(...lines.filter(({ code }) => !OUTSIDE.includes(code)).map(({ amount }) => amount))
  return [shareOf(group, carrier, vat), shareOf('outside', outside)].filter(({ gross }) => gross > 0)
}

/**
 * The VAT shares of a carrier's charge for some items, from the price lines of one item: in proportion, to the penny, when the
 * charge differs from the price. The organisation's own fee is not part of it.
 */
export function carrierSharesOf(lines: readonly PriceLine[], items: number, charged: Pence): VatShare[] {
  const shares = vatSharesOf(lines.filter(({ code }) => code !== 'handling_charge'))
  const price = timesPence(sumPence(...shares.map(({ gross }) => gross)), items)
  const part = (amount: Pence) => toPence(Math.round((amount * items * charged) / price))
  const [first, ...others] = shares.map(({ group, gross, vat }) => shareOf(group, part(gross), part(vat)))
  if (!first) return []
  const rest = toPence(charged - sumPence(...others.map(({ gross }) => gross)))
  return [shareOf(first.group, rest, first.vat), ...others]
}

/** An amount of one group. */
export const shareOf = (group: VatGroup, gross: Pence, vat: Pence = toPence(0)): VatShare => ({
  group,
  net: toPence(gross - vat),
  vat,
  gross,
})

/** The sum of two shares, in the group of the first. */
export const addShares = (one: VatShare, other: VatShare): VatShare =>
  shareOf(one.group, sumPence(one.gross, other.gross), sumPence(one.vat, other.vat))

/** The sum of shares per group in the order of `VAT_GROUPS`. Empty groups are left out. */
export const sumByGroup = (shares: readonly VatShare[]): VatShare[] =>
  VAT_GROUPS.flatMap((group) => {
    const own = shares.filter((share) => share.group === group)
    return own.length === 0 ? [] : [own.reduce(addShares)]
  })

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2]

/**
 * A VAT number of the United Kingdom as it is written on a receipt ('GB 123 4567 82' becomes 'GB123456782'): 9 digits, or 12
 * of a branch, whose first 9 include the check digits. Undefined when it is not valid. Source: HMRC, VAT registration number formats.
 */
export function normaliseVatNumber(typed: string): string | undefined {
  const digits = /^(?:GB)?(\d{9}(?:\d{3})?)$/.exec(typed.toUpperCase().replaceAll(/[\s.-]/g, ''))?.[1]
  if (!digits) return undefined
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0) + Number(digits.slice(7, 9))
  return sum % 97 === 0 || (sum + 55) % 97 === 0 ? `GB${digits}` : undefined
}
