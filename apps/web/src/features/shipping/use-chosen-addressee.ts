import { addressTextSchema } from '@postroom/contract/address'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod'
import type { useShippingForm } from '../../item-form/use-shipping-form.ts'

const stateSchema = z.object({ addressee: addressTextSchema })

/** Takes the addressee that the search has chosen, once: the state is emptied, so that Back and reload do not repeat it. */
export function useChosenAddressee({ takeAddressee, askWeight }: ReturnType<typeof useShippingForm>): void {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const { data } = stateSchema.safeParse(state)
    if (!data) return
    takeAddressee(data.addressee)
    askWeight()
    void navigate(pathname + search, { replace: true, state: null })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each state
  }, [state])
}
