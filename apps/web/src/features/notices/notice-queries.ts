import {
  listNoticeChoices,
  listNotices,
  readNotices,
  saveNoticeChoice,
  type NoticeChoiceChange,
} from '@postroom/contract/notice'
import type { Attention } from '@postroom/contract/attention'
import type { AnswerOf, RequestOf } from '@postroom/contract/endpoint'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { attentionQuery } from '../../attention/attention-query.ts'

type Inbox = AnswerOf<typeof listNotices>
export type Notice = Inbox['data'][number]

const PAGE = 50
const KEY = ['notices']

/** The user's notices, newest first; all, or the new ones. */
export const noticesQuery = (state: 'new' | undefined) =>
  infiniteQueryOptions({
    queryKey: [...KEY, state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(listNotices, { query: { length: PAGE, after: pageParam, state } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, has_more }) => (has_more ? data.at(-1)?.id : undefined),
    meta: { isQuiet: true },
  })

/** Marks notices as read, here at once: rows stay in place until the list is loaded again. A failure is announced. */
export function useReadNotices() {
  const queryClient = useQueryClient()
  const change = (page: (known: Inbox) => Inbox) =>
    queryClient.setQueriesData<InfiniteData<Inbox>>(
      { queryKey: KEY },
      (list) => list && { ...list, pages: list.pages.map(page) },
    )
  return useMutation({
    mutationFn: (body: RequestOf<typeof readNotices>['body']) => call(readNotices, { body }),
    onMutate: async (which) => {
      // an answer on its way would show them as new again
      await queryClient.cancelQueries({ queryKey: KEY })
      const isRead = ({ id, created_at, read }: Notice) =>
        read || ('ids' in which ? which.ids.includes(id) : created_at <= which.until)
      change((page) => ({ ...page, data: page.data.map((notice) => ({ ...notice, read: isRead(notice) })) }))
    },
    onSuccess: ({ unread }) => {
      change((page) => ({ ...page, unread }))
      queryClient.setQueryData(
        attentionQuery().queryKey,
        (known: Attention | undefined) => known && { ...known, unread_notices: unread },
      )
    },
    onError: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}

/** What the user is notified of. */
export const choicesQuery = () =>
  queryOptions({
    queryKey: ['notice_choices'],
    queryFn: ({ signal }) => call(listNoticeChoices, {}, { signal }),
    meta: { isQuiet: true },
  })

/** Saves one choice, shown at once. A failure is announced, and what is saved is shown again. */
export function useSaveChoice() {
  const queryClient = useQueryClient()
  const { queryKey } = choicesQuery()
  return useMutation({
    mutationFn: (body: NoticeChoiceChange) => call(saveNoticeChoice, { body }),
    // the last press of a box counts
    scope: { id: 'notice_choices' },
    onMutate: async ({ event, here, by_mail }) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(
        queryKey,
        (saved) =>
          saved && {
            data: saved.data.map((one) =>
              one.event === event ? { ...one, here: here ?? one.here, by_mail: by_mail ?? one.by_mail } : one,
            ),
          },
      )
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
