/** A calendar day in Europe/London, `yyyy-MM-dd` (spec §3, `shipping_date`). Sorts and compares as text. */
export type CalendarDate = string

const londonDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' })

/** The date in London at `instant`. In June, 23:30Z is already the next day. */
export const ukDateOf = (instant: Date): CalendarDate => londonDay.format(instant)

/** Whether `date` is an existing day in the form `yyyy-MM-dd`. There is no year 0. */
export function isCalendarDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date < '0001') return false
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

/** `date` moved by `days` calendar days. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** The day of the week, 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (date: CalendarDate): number => new Date(`${date}T00:00:00Z`).getUTCDay()
