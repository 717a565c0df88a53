import type { CalendarDate } from '@postroom/domain/calendar'

/** A day without a time: '19 Nov 2026'. */
export const writtenDay = (day: CalendarDate, language: string): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** An instant: '19 Nov 2026, 14:08'. */
export const writtenInstant = (at: string, language: string): string =>
  new Date(at).toLocaleString(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
