import {
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  replayFailedDeliveries,
  replayWebhookDelivery,
  testWebhook,
  type DeliveryState,
} from '@postroom/contract/webhook'
import type { CallOf } from '@postroom/contract/endpoint'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { nextStart } from '../../../ui/lists/list-pages.ts'

/** Deliveries go on by themselves. */
const POLL_MS = 5_000
const PAGE = 25
const KEY = ['webhooks']

export const webhooksQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(listWebhooks, {}, { signal })).data,
    refetchInterval: POLL_MS,
    meta: { isQuiet: true },
  })

/** The deliveries of a webhook, newest first; of one state, or all. */
export const deliveriesQuery = (webhookId: string, state: DeliveryState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...KEY, webhookId, state],
    queryFn: ({ pageParam, signal }) =>
      call(
        listWebhookDeliveries,
        { params: { webhookId }, query: { start: pageParam, length: PAGE, ...(state && { state }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    refetchInterval: POLL_MS,
    meta: { isQuiet: true },
  })

type NewWebhook = CallOf<typeof createWebhook>['body']
type Change = CallOf<typeof changeWebhook>['body']

export const useCreateWebhook = () => useWebhookMutation((body: NewWebhook) => call(createWebhook, { body }))

export const useChangeWebhook = (webhookId: string) =>
  useWebhookMutation((body: Change) => call(changeWebhook, { params: { webhookId }, body }))

export const useRenewSecret = (webhookId: string) =>
  useWebhookMutation(() => call(renewWebhookSecret, { params: { webhookId } }))

export const useTestWebhook = (webhookId: string) =>
  useWebhookMutation(() => call(testWebhook, { params: { webhookId } }))

export const useRemoveWebhook = (webhookId: string) =>
  useWebhookMutation(() => call(removeWebhook, { params: { webhookId } }))

export const useReplay = (webhookId: string) =>
  useWebhookMutation((eventId: string) => call(replayWebhookDelivery, { params: { webhookId, eventId } }))

export const useReplayFailed = (webhookId: string) =>
  useWebhookMutation((since: string) => call(replayFailedDeliveries, { params: { webhookId }, body: { since } }))

function useWebhookMutation<Answer, Given = void>(mutationFn: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}
