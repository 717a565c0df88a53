import { calendarDay } from './calendar-day.ts'
import { fieldCode } from './field-errors.ts'

/** The days that a list is narrowed to, in UK time, both included. */
export const dayRange = { dateFrom: calendarDay.optional(), dateTo: calendarDay.optional() }

export const inOrder = (query: { dateFrom?: string | undefined; dateTo?: string | undefined }): boolean =>
  query.dateFrom === undefined || query.dateTo === undefined || query.dateFrom <= query.dateTo
export const OUT_OF_ORDER = { path: ['dateTo'], params: fieldCode('invalid_date') }
