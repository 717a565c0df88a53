import { addDays, isCalendarDate, type CalendarDate } from '@postroom/domain/calendar'
import {
  daysIn,
  firstOfMonth,
  lastOfMonth,
  monthsIn,
  PERIOD_MAX_DAYS,
  periodBefore,
  type Period,
} from '@postroom/domain/purchase/spending-periods'

export const PRESETS = ['this_month', 'last_month', 'three_months', 'this_year', 'twelve_months'] as const
export type Preset = (typeof PRESETS)[number]

/** A period by its name, until `today` at the latest. */
export function presetAt(preset: Preset, today: CalendarDate): Period {
  const monthsAgo = (months: number) => firstOfMonth(today, -months)
  switch (preset) {
    case 'this_month':
      return { from: monthsAgo(0), to: today }
    case 'last_month':
      return { from: monthsAgo(1), to: lastOfMonth(monthsAgo(1)) }
    case 'three_months':
      return { from: monthsAgo(2), to: today }
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'twelve_months':
      return { from: monthsAgo(11), to: today }
  }
}

/** The period of an address; undefined if it is none that the server answers. */
export function periodIn(query: URLSearchParams): Period | undefined {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  return isCalendarDate(from) && isCalendarDate(to) && isPeriod({ from, to }) ? { from, to } : undefined
}

/** Whether the server answers it: in order, and not too long. */
export const isPeriod = ({ from, to }: Period): boolean => from <= to && daysIn({ from, to }) <= PERIOD_MAX_DAYS

/** A day as people write it, day before month: 27/3/2026, 27.03.2026, or 2026-03-27; undefined if it does not exist. */
export function dayIn(written: string): CalendarDate | undefined {
  const [, day, month, year] = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(written.trim()) ?? []
  const date = day && month ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : written.trim()
  return isCalendarDate(date) ? date : undefined
}

/** A day in figures: 27/03/2026. */
export const writtenDay = (day: CalendarDate, language: string): string =>
  new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(
    dateOf(day),
  )

/** As many months, or days, right before. */
export const earlier = (period: Period): Period => ({ from: periodBefore(period).from, to: addDays(period.from, -1) })

/** As many months, or days, right after, until today; undefined if they lie in the future. */
export function later(period: Period, today: CalendarDate): Period | undefined {
  const isOfMonths = period.from.endsWith('-01')
  const from = isOfMonths ? firstOfMonth(period.to, 1) : addDays(period.to, 1)
  const to = isOfMonths ? lastOfMonth(firstOfMonth(from, monthsIn(period) - 1)) : addDays(from, daysIn(period) - 1)
  return from > today ? undefined : { from, to: to < today ? to : today }
}

/** '1–19 Nov 2026', or a single day. */
export function periodText({ from, to }: Period, language: string, withYear = true): string {
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(withYear && { year: 'numeric' }),
    timeZone: 'UTC',
  })
  return format.formatRange(dateOf(from), dateOf(to))
}

/** A calendar day for a formatter in UTC. */
export const dateOf = (day: CalendarDate): Date => new Date(`${day}T00:00:00Z`)
