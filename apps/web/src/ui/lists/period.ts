import { addDays, weekdayOf, type CalendarDate } from '@postroom/domain/calendar'

/** The days that a list is narrowed to, both included. */
export interface Days {
  from?: CalendarDate | undefined
  to?: CalendarDate | undefined
}

export const PERIODS = ['today', 'week', 'month', 'last_month'] as const
export type Period = (typeof PERIODS)[number]

/** The days of a period that contains `today` or, for the last month, ends before its month. A week begins on Monday. */
export function daysOf(period: Period, today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  if (period === 'today') return { from: today, to: today }
  if (period === 'week') return { from: addDays(today, -((weekdayOf(today) + 6) % 7)), to: today }
  if (period === 'month') return { from: firstOfMonth, to: today }
  const to = addDays(firstOfMonth, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** The period that a filter names; undefined for other days, and for none. */
export const periodOf = ({ from, to }: Days, today: CalendarDate): Period | undefined =>
  PERIODS.find((period) => {
    const days = daysOf(period, today)
    return days.from === from && days.to === to
  })
