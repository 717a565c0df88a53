import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { delay } from '../api/delay.ts'
import { announceRefusal } from '../api/query-client.ts'
import { useLeaveWarning } from '../printing/use-leave-warning.ts'
import { followPurchase, type PurchaseEnd } from './follow-purchase.ts'
import { checkPurchase, sendPurchase } from './purchase-attempts.ts'
import { forgetPurchase, keyFor, storedPurchase, storeKey, type PurchaseKey } from './purchase-key.ts'
import type { Attempt, Refusal } from './purchase-step.ts'

/** The state of the purchase. `resumed`: it was started before the page was loaded. */
type Purchase =
  | { phase: 'idle' | 'buying' | 'checking' | 'confirming' | 'nothing_found' }
  | { phase: 'refused'; refusal: Refusal }
  | { phase: 'bought'; shipment: Shipment; resumed: boolean }

export interface BuyPostage {
  purchase: Purchase
  /**
   * Buys once, however often it is called for the same draft.
   * @param pendingId of a prepared shipment: the key that buys it
   * @returns the bought shipment
   */
  buy: (draft: ShipmentDraftInput, pendingId?: string) => Promise<Shipment | undefined>
  /** Checks again for the outcome of an open purchase. */
  checkAgain: () => Promise<void>
  /** Ends the purchase: the next one gets a new key. */
  forget: () => void
  /** Hides a refusal and keeps the key. */
  dismiss: () => void
}

/** Purchases in flight. A page opened again joins the request it had started instead of sending another. */
const inFlight = new Map<string, Promise<PurchaseEnd>>()

function followOnce(key: string, attempt: () => Promise<Attempt>): Promise<PurchaseEnd> {
  const end = inFlight.get(key) ?? follow(attempt).finally(() => inFlight.delete(key))
  inFlight.set(key, end)
  return end
}

/** Buys with one key per purchase, which survives a reload. */
export function useBuyPostage(): BuyPostage {
  const queryClient = useQueryClient()
  const [purchase, setPurchase] = useState<Purchase>(() => ({
    phase: storedPurchase(sessionStorage) ? 'checking' : 'idle',
  }))

  useLeaveWarning(purchase.phase === 'buying')

  /** The key this page follows; the tab may have started another purchase since. */
  const followed = useRef<string>(undefined)
  const forgetKey = useCallback(() => {
    if (storedPurchase(sessionStorage)?.key === followed.current) forgetPurchase(sessionStorage)
  }, [])

  const moneyMoved = useCallback(async () => {
    await Promise.all(
      ['balance', 'shipments', 'attention'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })),
    )
  }, [queryClient])

  const finish = useCallback(
    (end: PurchaseEnd, resumed: boolean) => {
      if (end.next === 'refused') {
        if (!end.keepKey) forgetKey()
        // a successful call may return a rejected shipment: its refusal is announced like any other (spec §8)
        announceRefusal(end.refusal)
      }
      setPurchase(purchaseOf(end, resumed))
    },
    [forgetKey],
  )

  const buy = useCallback(
    async (draft: ShipmentDraftInput, pendingId?: string) => {
      setPurchase({ phase: 'buying' })
      const key = pendingId
        ? await storeKey(pendingId, draft, sessionStorage)
        : await keyFor(draft, sessionStorage, () => crypto.randomUUID())
      followed.current = key
      const end = await followOnce(key, () => sendPurchase(draft, key))
      void moneyMoved()
      finish(end, false)
      return end.next === 'bought' ? end.shipment : undefined
    },
    [moneyMoved, finish],
  )

  const resume = useCallback(
    async ({ key }: PurchaseKey) => {
      followed.current = key
      const end = await followOnce(key, () => checkPurchase(key))
      void moneyMoved()
      const isUnknown = end.next === 'refused' && end.refusal.code === 'not_found'
      // keeps the key: if the lost request still arrives, buying the same again finds it
      if (isUnknown) setPurchase({ phase: 'nothing_found' })
      else finish(end, true)
    },
    [moneyMoved, finish],
  )

  const checkAgain = useCallback(async () => {
    const stored = storedPurchase(sessionStorage)
    setPurchase({ phase: stored ? 'checking' : 'idle' })
    if (stored) await resume(stored)
  }, [resume])

  useEffect(() => {
    const stored = storedPurchase(sessionStorage)
    // oxlint-disable-next-line react/set-state-in-effect -- nothing is set before the server has answered
    if (stored) void resume(stored)
  }, [resume])

  const forget = useCallback(() => {
    forgetKey()
    setPurchase({ phase: 'idle' })
  }, [forgetKey])
  const dismiss = useCallback(() => setPurchase({ phase: 'idle' }), [])
  return { purchase, buy, checkAgain, forget, dismiss }
}

const follow = (attempt: () => Promise<Attempt>): Promise<PurchaseEnd> =>
  followPurchase(attempt, {
    now: () => performance.now(),
    random: Math.random,
    wait: delay,
  })

function purchaseOf(end: PurchaseEnd, resumed: boolean): Purchase {
  switch (end.next) {
    case 'bought':
      return { phase: 'bought', shipment: end.shipment, resumed }
    case 'refused':
      return { phase: 'refused', refusal: end.refusal }
    case 'confirming':
      return { phase: 'confirming' }
  }
}
