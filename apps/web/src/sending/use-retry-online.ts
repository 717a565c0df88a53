import { useEffect, useRef } from 'react'

/** Tries again as soon as the connection is back. */
export function useRetryOnline(hasFailed: boolean, retry: () => void): void {
  const current = useRef(retry)
  useEffect(() => {
    current.current = retry
  })
  useEffect(() => {
    if (!hasFailed) return
    const online = () => current.current()
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [hasFailed])
}
