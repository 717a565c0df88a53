import type { CarrierInvoice } from '@postroom/contract/carrier-invoice'
import { toPence } from '@postroom/domain/money'
import { formatPence } from '../../../ui/format-pence.ts'

/** The posting days that an invoice charges: '1 – 30 Nov 2026'. */
export const daysOfInvoice = (
  { first_day, last_day }: Pick<CarrierInvoice, 'first_day' | 'last_day'>,
  language: string,
): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(first_day),
    new Date(last_day),
  )

/** A difference with its sign: '+£0.07'. */
export const signedPence = (pence: number, language: string): string =>
  `${pence > 0 ? '+' : ''}${formatPence(toPence(pence), language)}`
