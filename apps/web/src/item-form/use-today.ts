import { ukDateOf, type CalendarDate } from '@postroom/domain/calendar'
import { useSyncExternalStore } from 'react'

const POLL_MS = 30_000

/** Today's date in London, kept current on a page that stays open past midnight. */
export const useToday = (): CalendarDate => useSyncExternalStore(watchClock, () => ukDateOf(new Date()))

function watchClock(onChange: () => void): () => void {
  const timer = setInterval(onChange, POLL_MS)
  return () => clearInterval(timer)
}
