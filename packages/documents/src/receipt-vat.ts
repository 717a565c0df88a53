import type { ExplanationCode, ExplanationLine } from '@postroom/domain/explanation'
import { sumPence, toPence, type Pence } from '@postroom/domain/money'

/** An amount taken apart: `net` and `vat` make `gross`. */
export interface VatShare {
  net: Pence
  vat: Pence
  gross: Pence
}

/** Added to the carrier's price without a statement about VAT. */
const OUTSIDE_VAT: readonly ExplanationCode[] = ['us_duties_handling', 'pickup', 'handling_charge']

/** The part of a price that contains VAT at 20 %, from the lines stored with it; nothing where it contains none. */
export function vatShareOf(lines: readonly ExplanationLine[]): VatShare | undefined {
  const included = lines.find(({ code }) => code === 'vat_included')
  if (!included) return undefined
  const vat = toPence(Number(included.values['vat']))
  const gross = sumPence(...lines.filter(({ code }) => !OUTSIDE_VAT.includes(code)).map(({ amount }) => amount))
  return { net: toPence(gross - vat), vat, gross }
}
