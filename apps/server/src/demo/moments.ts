import { addDays, ukDateOf, weekdayOf } from '@postroom/domain/calendar'

const MINUTE_MS = 60_000

/** The instant of a text such as '3d 09:12' (that UTC time on the third weekday before today) or '25m' (25 minutes ago). */
export function momentOf(when: string, now: Date): Date {
  const [, minutes] = /^(\d+)m$/.exec(when) ?? []
  if (minutes !== undefined) return new Date(now.getTime() - Number(minutes) * MINUTE_MS)
  const [, days, time] = /^(\d+)d (\d\d:\d\d)$/.exec(when) ?? []
  if (days === undefined) throw new RangeError(`Not a moment: ${when}`)
  let day = ukDateOf(now)
  for (let left = Number(days); left > 0; left--) day = weekdayBefore(day)
  return new Date(`${day}T${time}:00Z`)
}

function weekdayBefore(day: string): string {
  const before = addDays(day, -1)
  return [0, 6].includes(weekdayOf(before)) ? weekdayBefore(before) : before
}
