import { useEffect, useRef, type RefObject } from 'react'

/** How far below the window the end of a list may be when the next page is loaded. */
const NEAR = '1000px'

/** Calls `onNearEnd` while the element, which stands at the end of a list, is near the window. */
export function useNearEnd(end: RefObject<HTMLElement | null>, onNearEnd: (() => void) | undefined): void {
  const act = useRef(onNearEnd)
  useEffect(() => {
    act.current = onNearEnd
  })
  const isWaiting = onNearEnd !== undefined
  useEffect(() => {
    if (!end.current || !isWaiting) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) act.current?.()
      },
      { rootMargin: NEAR },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [end, isWaiting])
}
