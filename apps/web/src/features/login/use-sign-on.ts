import { useMutation, useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../api/use-debounced.ts'
import { beginSignOn, findSignOn, placeIn } from '../../session/sign-on.ts'

/** Somebody who types an address sends one question. */
const SETTLE_MS = 300
/** An organisation changes how it signs in rarely. */
const STALE_MS = 60_000

/**
 * Offers to sign in at the identity provider of an organisation: of the one whose sign-in link was opened, or whose mail domain
 * or handle the typed username ends with. Only that ending is sent.
 */
export function useSignOn(username: string, linked: string | undefined, returnUrl: string) {
  const at = useDebounced(placeIn(username) ?? linked, SETTLE_MS)
  const { data } = useQuery({
    queryKey: ['sign-on', at],
    queryFn: ({ signal }) => findSignOn(at ?? '', signal),
    enabled: at !== undefined,
    staleTime: STALE_MS,
    meta: { isQuiet: true },
  })
  const begin = useMutation({
    mutationFn: () => beginSignOn(at ?? '', returnUrl),
    onSuccess: (url) => location.assign(url),
  })
  return at === undefined || data?.organisation === undefined
    ? undefined
    : { organisation: data.organisation, passwords: data.passwords, begin }
}

export type SignOnOffer = NonNullable<ReturnType<typeof useSignOn>>
