import type { Pence } from '@postroom/domain/money'

const STERLING = { style: 'currency', currency: 'GBP', currencyDisplay: 'narrowSymbol' } as const

/** An amount for reading: £1,234.50 in English, 1 234,50 £ in French (with the spaces French typography wants). */
export const formatPence = (pence: Pence, language: string): string =>
  new Intl.NumberFormat(language, STERLING).format(pence / 100)

/** An amount in whole pounds, such as a cover: £1,000. */
export const formatPounds = (pounds: number, language: string): string =>
  new Intl.NumberFormat(language, { ...STERLING, maximumFractionDigits: 0 }).format(pounds)
