import { claimPending, releasePending } from '@postroom/contract/shipment-pending'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'

/** Rows that the operator only passes with the arrow keys are not claimed. */
const SETTLE_MS = 250
/** A claim lasts two minutes. It is renewed while the operator types, so it ends by itself when they leave. */
const RENEW_MS = 60_000

/**
 * Claims the row that the operator works on, and releases it afterwards.
 * @param pendingId undefined before they have begun
 * @param isOrdered whether the row is being bought: it keeps its claim then
 * @returns renews the claim, at most once a minute
 */
export function useClaim(pendingId: string | undefined, isOrdered: (pendingId: string) => boolean): () => void {
  const queryClient = useQueryClient()
  const ordered = useRef(isOrdered)
  useEffect(() => {
    ordered.current = isOrdered
  })
  const renew = useRef<() => void>(undefined)
  useEffect(() => {
    if (pendingId === undefined) return undefined
    const params = { pending_id: pendingId }
    let claimedAt: number | undefined
    let claiming = Promise.resolve()
    const ask = async () => {
      try {
        await call(claimPending, { params })
      } catch (cause) {
        claimedAt = undefined
        // a colleague was faster, or has bought it: the next answer shows it
        if (!(cause instanceof ApiError)) return
        for (const noun of ['pending', 'queued']) void queryClient.invalidateQueries({ queryKey: [noun] })
      }
    }
    const claim = () => {
      claimedAt = Date.now()
      claiming = ask()
    }
    const timer = setTimeout(claim, SETTLE_MS)
    renew.current = () => {
      if (claimedAt !== undefined && Date.now() - claimedAt > RENEW_MS) claim()
    }
    return () => {
      clearTimeout(timer)
      renew.current = undefined
      if (claimedAt === undefined || ordered.current(pendingId)) return
      // a release that overtakes its claim would leave the row claimed; one that fails ends by itself
      void claiming.then(() => call(releasePending, { params })).catch(() => {})
    }
  }, [pendingId, queryClient])
  return () => renew.current?.()
}
