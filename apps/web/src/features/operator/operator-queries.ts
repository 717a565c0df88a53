import { listOrganisations } from '@postroom/contract/organisation-list'
import { listPaymentDifferences } from '@postroom/contract/payment'
import { approveTopUp, listTopUpRequests, rejectTopUp, topUpAccount } from '@postroom/contract/top-up'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { forgetAttempt, keepAttempt, type MoneyAttempt } from './money-attempt.ts'
import { nextStart } from '../../ui/lists/list-pages.ts'

const PAGE = 50

/** The organisations whose name has `text`. Those found before stay until the answer, so that a press on one is not lost. */
export const organisationsQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['organisations', text],
    queryFn: ({ pageParam, signal }) =>
      call(listOrganisations, { query: { text, start: pageParam, length: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  })

/** Top-ups that wait for a second operator, oldest first. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['top_ups'],
    queryFn: async ({ signal }) =>
      (await call(listTopUpRequests, { query: { state: 'pending', length: 100 } }, { signal })).data,
    meta: { isQuiet: true },
  })

/** The newest differences between Stripe and the ledger. */
export const differencesQuery = () =>
  queryOptions({
    queryKey: ['payment_differences'],
    queryFn: async ({ signal }) => (await call(listPaymentDifferences, { query: { length: 100 } }, { signal })).data,
    meta: { isQuiet: true },
  })

/** An operator's change of money: balances, waiting requests and transfers are stale afterwards, also when it failed. */
export function useMoneyMutation<Wanted, Answer>(
  mutationFn: (wanted: Wanted) => Promise<Answer>,
  meta: { isQuiet: boolean } = { isQuiet: false },
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    meta,
    onSettled: () => {
      for (const noun of ['organisations', 'top_ups', 'bank_lines', 'reconciliation'])
        void queryClient.invalidateQueries({ queryKey: [noun] })
    },
  })
}

/** The refusals after which nothing is booked under a key, whatever came before. */
const NOTHING_BOOKED: ReadonlySet<string | undefined> = new Set([
  'invalid_request',
  'not_found',
  'idempotency_key_reused',
])

/**
 * Books received money under the key of its attempt. After any other refusal (signed out, too many requests, a proxy) an
 * earlier call may have booked it, so the attempt stays and is sent again with the same key, as without an answer.
 */
export const useBookMoney = () =>
  useMoneyMutation(async (attempt: MoneyAttempt) => {
    keepAttempt(localStorage, attempt)
    const { key, account_id, amount, reference } = attempt
    try {
      const booked = await call(
        topUpAccount,
        { params: { accountId: account_id }, body: { amount, reference } },
        { idempotencyKey: key },
      )
      forgetAttempt(localStorage)
      return booked
    } catch (error) {
      if (error instanceof ApiError && NOTHING_BOOKED.has(error.code)) forgetAttempt(localStorage)
      throw error
    }
  })

export const useApprove = () => useMoneyMutation((requestId: string) => call(approveTopUp, { params: { requestId } }))
export const useReject = () =>
  useMoneyMutation(({ requestId, reason }: { requestId: string; reason: string }) =>
    call(rejectTopUp, { params: { requestId }, body: { reason } }),
  )
