import {
  eraseMember,
  inviteMember,
  inviteMemberAgain,
  listMembers,
  updateMember,
  type EraseReason,
  type Invitation,
} from '@postroom/contract/administration'
import type { CallOf } from '@postroom/contract/endpoint'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { nextStart } from '../../ui/lists/list-pages.ts'

export interface MemberOrder {
  by: 'fullname' | 'created_at'
  isAscending: boolean
}

const PAGE = 100

/** The users of the organisation, a hundred at a time. */
export const membersQuery = ({ by, isAscending }: MemberOrder) =>
  infiniteQueryOptions({
    queryKey: ['members', by, isAscending],
    queryFn: ({ pageParam, signal }) =>
      call(
        listMembers,
        { query: { start: pageParam, length: PAGE, orderBy: by, orderAsc: isAscending ? 'true' : 'false' } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

export type MemberChange = CallOf<typeof updateMember>['body']

export const useUpdateMember = () =>
  useMemberMutation(({ id, ...body }: MemberChange & { id: string }) =>
    call(updateMember, { params: { userId: id }, body }),
  )

export const useInviteAgain = () =>
  useMemberMutation((userId: string) => call(inviteMemberAgain, { params: { userId } }))

export const useEraseMember = () =>
  useMemberMutation(({ id, reason }: { id: string; reason: EraseReason }) =>
    call(eraseMember, { params: { userId: id }, query: { reason } }),
  )

/** The form shows its own refusals. */
export const useInviteMember = () =>
  useMemberMutation((body: Invitation) => call(inviteMember, { body }), { isQuiet: true })

function useMemberMutation<Given, Answer>(
  mutationFn: (given: Given) => Promise<Answer>,
  meta: { isQuiet?: true } = {},
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    meta,
    // also after a refusal: the list may be out of date
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  })
}
