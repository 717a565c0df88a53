import { getPayment, listPayments, startPayment, type Payment } from '@postroom/contract/payment'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { nextStart } from '../../../ui/lists/list-pages.ts'

const PAGE = 10
/** How often a payment that may still change is asked for. */
const POLLED_MS: Partial<Record<Payment['state'], number>> = { open: 3_000, pending: 60_000 }

/** The payments of an account, newest first, ten at a time. */
export const paymentsQuery = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: ['balance', accountId, 'payments'],
    queryFn: ({ pageParam, signal }) =>
      call(listPayments, { params: { accountId }, query: { start: pageParam, length: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

/** One payment, asked for until its state is final. */
export const paymentQuery = (accountId: string, paymentId: string) =>
  queryOptions({
    queryKey: ['payment', accountId, paymentId],
    queryFn: ({ signal }) => call(getPayment, { params: { accountId, paymentId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && POLLED_MS[data.state]) ?? false,
    meta: { isQuiet: true },
  })

/** Starts a payment and leaves for the page of Stripe. A repeated press with the same key gets the same page. */
export const useStartPayment = (accountId: string) =>
  useMutation({
    mutationFn: ({ amount, key }: { amount: number; key: string }) =>
      call(startPayment, { params: { accountId }, body: { amount } }, { idempotencyKey: key }),
    onSuccess: ({ url }) => {
      if (url !== undefined) leaveFor(url)
    },
  })

/** Leaves for a page of Stripe. */
export function leaveFor(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.click()
}
