import {
  CHARGE_CONSENT,
  confirmAutomaticTopUp,
  endAutomaticTopUp,
  getAutomaticTopUp,
  resumeAutomaticTopUp,
  saveAutomaticTopUp,
  type AutomaticTopUp,
} from '@postroom/contract/automatic-top-up'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { leaveFor } from './payment-queries.ts'

const keyOf = (accountId: string) => ['balance', accountId, 'automatic']
/** How often it is asked for while a card is being entered at Stripe. */
const POLLED_MS = 5_000

/** Whether the account is topped up automatically. */
export const automaticQuery = (accountId: string) =>
  queryOptions({
    queryKey: keyOf(accountId),
    queryFn: ({ signal }) => call(getAutomaticTopUp, { params: { accountId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.is_card_asked === true ? POLLED_MS : false),
    meta: { isQuiet: true },
  })

type Terms = NonNullable<AutomaticTopUp['terms']>
export type AutomaticAct =
  { act: 'save'; terms: Terms; other_card: boolean } | { act: 'end' } | { act: 'resume' } | { act: 'confirm' }

/** Acts on automatic top-up, and leaves for the page of Stripe where one is needed. */
export function useAutomaticAct(accountId: string) {
  const queryClient = useQueryClient()
  const params = { accountId }
  return useMutation({
    mutationFn: async (asked: AutomaticAct): Promise<AutomaticTopUp & { url?: string | undefined }> => {
      if (asked.act === 'end') return call(endAutomaticTopUp, { params })
      if (asked.act === 'resume') return call(resumeAutomaticTopUp, { params })
      if (asked.act === 'confirm') return call(confirmAutomaticTopUp, { params })
      const { terms, other_card } = asked
      return call(saveAutomaticTopUp, { params, body: { ...terms, other_card, consent: CHARGE_CONSENT } })
    },
    onSuccess: ({ url, ...state }) => {
      queryClient.setQueryData(automaticQuery(accountId).queryKey, state)
      if (url !== undefined) leaveFor(url)
    },
  })
}
