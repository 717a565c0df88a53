/** The greeting for the hour of the user's own clock. */
export function greetingAt(now: Date): 'good_morning' | 'good_afternoon' | 'good_evening' {
  const hour = now.getHours()
  if (hour < 12) return 'good_morning'
  return hour < 18 ? 'good_afternoon' : 'good_evening'
}
