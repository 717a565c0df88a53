import { useEffect, useState } from 'react'
import { useNavigationType } from 'react-router'

/** The forms opened since the page was loaded. */
const opened = new Set<string>()

/** Whether this form was reached by a reload, by going back or forward, or after signing in, and not by a link or an address. */
export function useIsReturning(form: string): boolean {
  const by = useNavigationType()
  const [isReturning] = useState(() => by === 'REPLACE' || (by === 'POP' && (opened.has(form) || wasLoadedAgain())))
  useEffect(() => void opened.add(form), [form])
  return isReturning
}

function wasLoadedAgain(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load !== undefined && load.type !== 'navigate'
}
