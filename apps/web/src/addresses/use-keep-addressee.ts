import type { PostalAddress } from '@postroom/contract/address'
import { createAddress } from '@postroom/contract/address-book'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { useUser } from '../session/use-session.ts'

export interface KeepAddressee {
  isKept: boolean
  setKept: (isKept: boolean) => void
}

/**
 * Saves the addressee to the address book once the shipment is bought. A failure is announced and changes nothing of the
 * purchase. @returns nothing for the Lite plan, which has no address book (spec §2)
 */
export function useKeepAddressee(bought: { id: string; to: PostalAddress } | undefined): KeepAddressee | undefined {
  const { plan } = useUser()
  const [isKept, setKept] = useState(false)
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (to: PostalAddress) => call(createAddress, { body: to }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['addressees'] }),
  })
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (!bought || done.current === bought.id) return
    done.current = bought.id
    if (isKept) mutate(bought.to)
    setKept(false)
  }, [bought, isKept, mutate])
  return plan === 'full' ? { isKept, setKept } : undefined
}
