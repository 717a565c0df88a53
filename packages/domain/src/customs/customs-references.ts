import type { CustomsProblem } from './customs-problem.ts'
import { CUSTOMS_LIMITS, EU_VAT_TERRITORY } from './customs-thresholds.ts'
import { customsTotals, type Customs } from './customs.ts'

/** A number of Great Britain or Northern Ireland; 15 digits for a branch. Source: gov.uk/eori. */
const EORI = /^(?:GB|XI)(?:\d{12}|\d{15})$/

/** Import One-Stop Shop number. Source: Implementing Regulation (EU) 2020/194. */
const IOSS = /^IM\d{10}$/

/** The problems in the sender's and the addressee's numbers. A reference that begins with IM and a digit is an IOSS number; others are free text. */
export function referenceProblems(customs: Customs, country: string): CustomsProblem[] {
  const { company_EORI_number: eori, customs_refnum_importer: importer } = customs
  const problems: CustomsProblem[] = []
  if (eori !== '' && !EORI.test(eori)) problems.push({ field: 'customs.company_EORI_number', code: 'invalid_eori' })
  const code = /^IM\d/.test(importer) && iossCode(importer, customs, country)
  if (code) problems.push({ field: 'customs.customs_refnum_importer', code })
  return problems
}

function iossCode(number: string, customs: Customs, country: string): CustomsProblem['code'] | undefined {
  if (!IOSS.test(number)) return 'invalid_ioss'
  const isUsable = EU_VAT_TERRITORY.includes(country) && customsTotals(customs).value <= CUSTOMS_LIMITS.ioss_value.up_to
  return isUsable ? undefined : 'ioss_not_usable'
}
