import {
  addPasskey,
  challengePasskey,
  listPasskeys,
  preparePasskey,
  removePasskey,
  renamePasskey,
} from '@postroom/contract/passkey'
import type { Proof } from '@postroom/contract/proof'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { MadePasskey } from '../../passkeys/ceremonies.ts'
import { sessionsQuery } from './profile-queries.ts'

/** Few pages need its library. */
const ceremonies = () => import('../../passkeys/ceremonies.ts')

export const passkeysQuery = () =>
  queryOptions({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
    meta: { isQuiet: true },
  })

/** Has a passkey made for a user who proves who they are, and adds it. @param nameOf the name that it has at first */
export function useAddPasskey(nameOf: (made: MadePasskey) => string) {
  const onSuccess = useStale()
  return useMutation({
    mutationFn: async (proof: Proof) => {
      const options = await call(preparePasskey, { body: proof })
      const made = await (await ceremonies()).makePasskey(options)
      return call(addPasskey, { body: { name: nameOf(made), credential: made.credential } })
    },
    onSuccess,
    meta: { isQuiet: true },
  })
}

/** Has one of the user's passkeys prove again who they are. */
export const useProvePasskey = () =>
  useMutation({
    mutationFn: async () => {
      const { challenge } = await call(challengePasskey, {})
      return (await ceremonies()).signChallenge(challenge)
    },
  })

export function useRenamePasskey(passkeyId: string) {
  const onSuccess = useStale()
  return useMutation({
    mutationFn: (name: string) => call(renamePasskey, { params: { passkeyId }, body: { name } }),
    onSuccess,
    meta: { isQuiet: true },
  })
}

export function useRemovePasskey(passkeyId: string) {
  const onSettled = useStale()
  return useMutation({ mutationFn: () => call(removePasskey, { params: { passkeyId } }), onSettled })
}

/** A change of passkeys also ends other sessions. */
function useStale() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([passkeysQuery(), sessionsQuery()].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
}
