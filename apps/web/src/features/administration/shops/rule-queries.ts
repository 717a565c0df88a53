import {
  listSendingRules,
  previewSendingRules,
  saveSendingRules,
  type SendingRuleFields,
} from '@postroom/contract/sending-rule'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { delay } from '../../../api/delay.ts'
import { showToast } from '../../../ui/toast-queue.ts'

/** Typing changes the question; only the last one is asked. */
const DEBOUNCE_MS = 300
const KEY = ['sending-rules']

export const rulesQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(listSendingRules, {}, { signal })).rules,
    staleTime: Infinity,
    meta: { isQuiet: true },
  })

/** What rules would have done last week; nothing while one of them cannot be read. */
export const previewQuery = (rules: SendingRuleFields[] | undefined) =>
  queryOptions({
    queryKey: ['sending-rules-preview', rules],
    queryFn: async ({ signal }) => {
      await delay(DEBOUNCE_MS)
      signal.throwIfAborted()
      return call(previewSendingRules, { body: { rules: rules ?? [] } }, { signal })
    },
    enabled: rules !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { isQuiet: true },
  })

export function useSaveRules() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (rules: SendingRuleFields[]) => call(saveSendingRules, { body: { rules } }),
    onSuccess: ({ rules }) => {
      queryClient.setQueryData(KEY, rules)
      showToast({ tone: 'good', text: t('rules.saved') })
    },
  })
}
