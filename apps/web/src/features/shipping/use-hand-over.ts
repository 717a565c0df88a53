import { savePending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { addressNames } from '../../item-form/address-names.ts'
import { preparedOf } from '../../item-form/prepared-item.ts'
import type { useShippingForm } from '../../item-form/use-shipping-form.ts'

/** What the sender asks of the mailroom. */
export interface HandOverWish {
  note: string
  /** Empty: none. */
  costcenter: string
}

/** Hands the item in the form to the mailroom, which weighs, buys and prints it. It needs its addresses, but no weight. */
export function useHandOver({ form, facts, request, startAnew }: ReturnType<typeof useShippingForm>) {
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [queued, setQueued] = useState<QueuedShipment>()
  const save = useMutation({
    mutationFn: ({ note, costcenter }: HandOverWish) => {
      const values = { ...form.getValues(), costcenter }
      return call(savePending, { body: { ...preparedOf(values, facts, request), note } })
    },
    onSuccess: (saved) => {
      setQueued(saved)
      setOpen(false)
      startAnew()
      void queryClient.invalidateQueries({ queryKey: ['pending'] })
    },
  })
  return {
    isOpen,
    queued,
    save,
    close: () => setOpen(false),
    /** Asks for the note, once both addresses are complete. */
    begin: async () => {
      if (await form.trigger([...addressNames('to'), ...addressNames('from')])) setOpen(true)
    },
    dismiss: () => setQueued(undefined),
  }
}
