import type { Pence } from '@postroom/domain/money'

/** An amount for reading: £1,234.50 in English, 1 234,50 £ in French (with the spaces French typography wants). */
export const formatPence = (pence: Pence, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'GBP', currencyDisplay: 'narrowSymbol' }).format(
    pence / 100,
  )
