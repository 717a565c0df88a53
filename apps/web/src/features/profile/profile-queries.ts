import { endOtherSessions, endSession, listSessions } from '@postroom/contract/auth'
import type { AnswerOf, CallOf } from '@postroom/contract/endpoint'
import { getUser, updateSelf } from '@postroom/contract/identity'
import type { Proof } from '@postroom/contract/proof'
import { confirmTwoFactor, getTwoFactor, prepareTwoFactor, removeTwoFactor } from '@postroom/contract/two-factor'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { changeUser } from '../../session/session-store.ts'

export type OwnUser = AnswerOf<typeof getUser>
export type Session = AnswerOf<typeof listSessions>['data'][number]

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: ['user', userId],
    queryFn: ({ signal }) => call(getUser, { params: { userId } }, { signal }),
    meta: { isQuiet: true },
  })

/** A person is hardly signed in at more places; the server ends sessions after twelve hours. */
const MOST_SESSIONS = 100

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) =>
      call(listSessions, { query: { orderBy: 'renewed_at', orderAsc: 'false', length: MOST_SESSIONS } }, { signal }),
    // this one first, as on every device it is the one that is known
    select: ({ data }) => data.toSorted((one, other) => Number(other.current) - Number(one.current)),
    meta: { isQuiet: true },
  })

export const twoFactorQuery = () =>
  queryOptions({
    queryKey: ['two_factor'],
    queryFn: ({ signal }) => call(getTwoFactor, {}, { signal }),
    meta: { isQuiet: true },
  })

/** Changes the user's own name, e-mail address or password. The form shows what the server refuses. */
export function useUpdateSelf() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CallOf<typeof updateSelf>['body']) => call(updateSelf, { body }),
    onSuccess: ({ id, fullname, email }) => {
      const { queryKey } = userQuery(id)
      queryClient.setQueryData(queryKey, (before) => before && { ...before, fullname, email })
      changeUser({ fullname, email })
      // a new password ends the others
      void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey })
    },
    meta: { isQuiet: true },
  })
}

/** Ends one session, or without an id all others. */
export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string | undefined) =>
      sessionId === undefined ? call(endOtherSessions, {}) : call(endSession, { params: { sessionId } }),
    // also after a refusal: it may have ended by itself
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })
}

/** The changes of two-factor sign-in. Their forms show what the server refuses. */
export function useTwoFactorChanges() {
  const queryClient = useQueryClient()
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: twoFactorQuery().queryKey })
  const meta = { isQuiet: true }
  return {
    prepare: useMutation({ mutationFn: (body: Proof) => call(prepareTwoFactor, { body }), meta }),
    confirm: useMutation({ mutationFn: (otp: string) => call(confirmTwoFactor, { body: { otp } }), onSuccess, meta }),
    remove: useMutation({ mutationFn: (body: Proof) => call(removeTwoFactor, { body }), onSuccess, meta }),
  }
}
