import type { PostalAddress } from '@postroom/contract/address'
import { useQuery } from '@tanstack/react-query'
import { useMailing } from '../mailing/use-mailing.ts'
import { lastSenderQuery, shippersQuery } from './item-form-queries.ts'

/** The sender to begin with: the one chosen in the preferences, else that of the organisation's latest shipment. */
export function useDefaultSender(): { sender: PostalAddress | undefined; isLoading: boolean } {
  const { applies, isLoaded, isError } = useMailing()
  const chosen = applies.sender?.id ?? undefined
  const shippers = useQuery({ ...shippersQuery(), enabled: chosen !== undefined })
  const saved = shippers.data?.find(({ id }) => id === chosen)?.address
  const isDecided = isError || (isLoaded && (chosen === undefined || !shippers.isLoading))
  const last = useQuery({ ...lastSenderQuery(), enabled: isDecided && saved === undefined })
  return { sender: saved ?? last.data, isLoading: !isDecided || last.isLoading }
}
