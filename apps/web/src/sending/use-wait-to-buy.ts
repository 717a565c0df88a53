import type { RateRequest } from '@postroom/contract/rate'
import { useEffect, useRef, useState } from 'react'

/** The part of the summary that says why nothing can be bought now. */
export const REASON = 'buy-reason'

/** Moves the focus to the reason, so that pressing Buy always has an answer. */
export const focusReason = (): void => document.getElementById(REASON)?.focus()

interface Waiting {
  /** The form was not filled in yet. */
  isFilling: boolean
  /** The total in pence that was shown when Buy was pressed; undefined if there was none. */
  seen: number | undefined
  /** What was to be bought. */
  item: string
}

/**
 * Waits with a purchase until the prices and whatever else it needs are there. Another price than the one that was shown is shown first, and bought only when
 * Buy is pressed again. A change of the item while it waits ends the waiting, unless the page is still filling in the form: then
 * Buy is pressed again when it is full.
 */
export function useWaitToBuy(now: {
  isReady: boolean
  /** The page is filling in the form. */
  isFilling?: boolean
  request: RateRequest | undefined
  total: number | undefined
  buy: () => void
}) {
  const { isReady, isFilling = false, request, total, buy } = now
  const [waiting, setWaiting] = useState<Waiting>()
  const [changed, setChanged] = useState<{ to: number; item: string }>()
  const item = JSON.stringify(request)
  const act = useRef(buy)
  useEffect(() => {
    act.current = buy
  })
  useEffect(() => {
    if (!waiting || (waiting.isFilling ? isFilling : !isReady && waiting.item === item)) return
    // oxlint-disable-next-line react/set-state-in-effect -- the prices have come from outside React
    setWaiting(undefined)
    if (waiting.isFilling) return act.current()
    if (waiting.item !== item) return
    if (waiting.seen === undefined || total === undefined || waiting.seen === total) return act.current()
    setChanged({ to: total, item })
  }, [waiting, isReady, isFilling, item, total])
  return {
    isWaiting: waiting !== undefined,
    changedTo: changed && changed.item === item && changed.to === total ? changed.to : undefined,
    start: () => setWaiting({ isFilling, seen: total, item }),
  }
}
