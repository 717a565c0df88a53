import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { delay } from '../api/delay.ts'
import { announceFailure } from '../api/query-client.ts'
import { followPurchase, type PurchaseEnd } from './follow-purchase.ts'
import { lookForPurchase, sendPurchase } from './purchase-attempts.ts'
import { forgetPurchase, keyFor, storedPurchase, type PurchaseKey } from './purchase-key.ts'
import type { Attempt, Refusal } from './purchase-step.ts'

/** Where the purchase of this page stands. `resumed` marks one that was begun before the page was loaded. */
type Purchase =
  | { phase: 'idle' | 'buying' | 'checking' | 'confirming' | 'nothing_found' }
  | { phase: 'refused'; refusal: Refusal }
  | { phase: 'bought'; shipment: Shipment; resumed: boolean }

export interface BuyPostage {
  purchase: Purchase
  /** Buys once, however often it is called for the same draft; the shipment when it is bought. */
  buy: (draft: ShipmentDraftInput) => Promise<Shipment | undefined>
  /** Looks again for the purchase whose end is not known. */
  checkAgain: () => Promise<void>
  /** The purchase is seen to its end: the next one gets a new key. */
  forget: () => void
  /** Takes a refusal off the screen, and keeps the key. */
  dismiss: () => void
}

/** A page that is left and opened again waits for the end of what it had begun, and asks nothing beside it. */
const inFlight = new Map<string, Promise<PurchaseEnd>>()

function followOnce(key: string, attempt: () => Promise<Attempt>): Promise<PurchaseEnd> {
  const end = inFlight.get(key) ?? follow(attempt).finally(() => inFlight.delete(key))
  inFlight.set(key, end)
  return end
}

/** Buying with one key per purchase, kept over a reload. */
export function useBuyPostage(): BuyPostage {
  const queryClient = useQueryClient()
  const [purchase, setPurchase] = useState<Purchase>(() => ({
    phase: storedPurchase(sessionStorage) ? 'checking' : 'idle',
  }))

  /** The purchase that this page follows; the tab may have begun another one since. */
  const followed = useRef<string>(undefined)
  const forgetKey = useCallback(() => {
    if (storedPurchase(sessionStorage)?.key === followed.current) forgetPurchase(sessionStorage)
  }, [])

  const moneyMoved = useCallback(async () => {
    await Promise.all(['balance', 'shipments'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })))
  }, [queryClient])

  const finish = useCallback(
    (end: PurchaseEnd, resumed: boolean) => {
      if (end.next === 'refused') {
        if (!end.keepKey) forgetKey()
        announceFailure(errorOf(end.refusal))
      }
      setPurchase(purchaseOf(end, resumed))
    },
    [forgetKey],
  )

  const buy = useCallback(
    async (draft: ShipmentDraftInput) => {
      setPurchase({ phase: 'buying' })
      const key = await keyFor(draft, sessionStorage, () => crypto.randomUUID())
      followed.current = key
      const end = await followOnce(key, () => sendPurchase(draft, key))
      void moneyMoved()
      finish(end, false)
      return end.next === 'bought' ? end.shipment : undefined
    },
    [moneyMoved, finish],
  )

  const lookFor = useCallback(
    async ({ key }: PurchaseKey) => {
      followed.current = key
      const end = await followOnce(key, () => lookForPurchase(key))
      void moneyMoved()
      const isUnknown = end.next === 'refused' && end.refusal.code === 'not_found'
      // the key stays: if the lost request arrives after all, buying the same again finds it
      if (isUnknown) setPurchase({ phase: 'nothing_found' })
      else finish(end, true)
    },
    [moneyMoved, finish],
  )

  const checkAgain = useCallback(async () => {
    const stored = storedPurchase(sessionStorage)
    setPurchase({ phase: stored ? 'checking' : 'idle' })
    if (stored) await lookFor(stored)
  }, [lookFor])

  useEffect(() => {
    const stored = storedPurchase(sessionStorage)
    // oxlint-disable-next-line react/set-state-in-effect -- nothing is set before the server has answered
    if (stored) void lookFor(stored)
  }, [lookFor])

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

/** A shipment may carry its refusal although the call itself went well: it is announced in the same words (spec §8). */
const errorOf = ({ code, description }: Refusal): ApiError => new ApiError(422, '', { code, description })

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
