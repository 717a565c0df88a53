const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago an instant was, in words: '3 hours ago', 'il y a 3 heures', 'now'. */
export function timeAgo(instant: Date, now: Date, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const passed = now.getTime() - instant.getTime()
  const step = STEPS.find(([, ms]) => passed >= ms)
  return step ? words.format(-Math.floor(passed / step[1]), step[0]) : words.format(0, 'second')
}
