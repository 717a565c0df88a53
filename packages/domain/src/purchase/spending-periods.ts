import { addDays, type CalendarDate } from '../calendar.ts'

/** Calendar days, both included. */
export interface Period {
  from: CalendarDate
  to: CalendarDate
}

/** The longest period that is summed at once, in days: a year, and the month before it. */
export const PERIOD_MAX_DAYS = 400
/** The longest period that is shown by day; a longer one is shown by month. */
const BY_DAY_MAX_DAYS = 62

/** How many days a period has, both ends included. */
export const daysIn = ({ from, to }: Period): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** What one bar of a chart covers. */
export const stepOf = (period: Period): 'day' | 'month' => (daysIn(period) > BY_DAY_MAX_DAYS ? 'month' : 'day')

/**
 * The period to compare with, like with like. A period that begins on the first of a month: the same days as many months
 * earlier, whole months with whole months. Any other period: as many days, right before it.
 */
export function periodBefore({ from, to }: Period): Period {
  if (!from.endsWith('-01')) return { from: addDays(from, -daysIn({ from, to })), to: addDays(from, -1) }
  const months = monthsIn({ from, to })
  const isWhole = to === lastOfMonth(to)
  const month = firstOfMonth(to, -months)
  const last = lastOfMonth(month)
  const same = `${month.slice(0, 8)}${to.slice(8)}`
  return { from: firstOfMonth(from, -months), to: isWhole || same > last ? last : same }
}

/** The first day of the month of `day`, or of the month `months` later. */
export function firstOfMonth(day: CalendarDate, months = 0): CalendarDate {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** The last day of the month of `day`. */
export const lastOfMonth = (day: CalendarDate): CalendarDate => addDays(firstOfMonth(day, 1), -1)

/** How many months a period touches. */
export const monthsIn = ({ from, to }: Period): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1

/** Sums to add up for a period: those of its days, or those of its whole months and of the days before and after them. */
export function rangesOf(period: Period, step: 'day' | 'month'): (Period & { step: 'day' | 'month' })[] {
  if (step === 'day') return [{ step, ...period }]
  const { from, to } = period
  const first = from.endsWith('-01') ? from : firstOfMonth(from, 1)
  const end = to === lastOfMonth(to) ? firstOfMonth(to, 1) : firstOfMonth(to)
  return [
    { step: 'day' as const, from, to: addDays(first, -1) },
    { step: 'month' as const, from: first, to: addDays(end, -1) },
    { step: 'day' as const, from: end, to },
  ].filter((range) => range.from <= range.to)
}
