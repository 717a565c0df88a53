import { useEffect, useRef, useState } from 'react'
import type { Step } from './steps.ts'

/** Waits at a question until the prices are there, then goes on. Leaving the question ends the waiting. */
export function useWaitForPrices(step: Step, isReady: boolean, goOn: () => void) {
  const [waitsAt, setWaitsAt] = useState<Step>()
  const act = useRef(goOn)
  useEffect(() => {
    act.current = goOn
  })
  useEffect(() => {
    if (waitsAt === undefined || (waitsAt === step && !isReady)) return
    // oxlint-disable-next-line react/set-state-in-effect -- the prices have come from outside React
    setWaitsAt(undefined)
    if (waitsAt === step) act.current()
  }, [waitsAt, step, isReady])
  return { isWaiting: waitsAt === step, start: () => setWaitsAt(step) }
}
