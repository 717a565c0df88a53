import { isCalendarDate, type CalendarDate } from '@postroom/domain/calendar'
import { firstOfMonth } from '@postroom/domain/purchase/spending-periods'

export const STATEMENTS = ['movements', 'days', 'vat'] as const
export type Statement = (typeof STATEMENTS)[number]

/** Which statement is shown and of which time. It is part of the query of the page's URL, under the same names. */
export interface AccountFilter {
  statement: Statement
  from?: CalendarDate | undefined
  to?: CalendarDate | undefined
  /** Of the VAT statement, `2026-11`. */
  month?: string | undefined
}

const MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])$/

/** The filter in a URL. What is not understood is left out: a link is never an error. */
export function accountIn(search: URLSearchParams): AccountFilter {
  const read = (key: string, isValid: (value: string) => boolean) => {
    const value = search.get(key)
    return value !== null && isValid(value) ? value : undefined
  }
  const from = read('from', isCalendarDate)
  return {
    statement: STATEMENTS.find((statement) => statement === search.get('statement')) ?? 'movements',
    from,
    to: read('to', (day) => isCalendarDate(day) && (from === undefined || day >= from)),
    month: read('month', (month) => MONTH.test(month)),
  }
}

/** Only what the shown statement depends on. */
export const queryOf = ({ statement, from, to, month }: AccountFilter): Record<string, string> => ({
  view: 'account',
  ...(statement !== 'movements' && { statement }),
  ...(statement !== 'vat' && from && { from }),
  ...(statement !== 'vat' && to && { to }),
  ...(statement === 'vat' && month && { month }),
})

/** The month of a day and those before it, newest first. */
export const monthsTo = (today: CalendarDate, count: number): string[] =>
  Array.from({ length: count }, (_, back) => firstOfMonth(today, -back).slice(0, 7))
