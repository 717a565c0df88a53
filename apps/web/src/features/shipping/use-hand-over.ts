import { savePending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { optionsOf } from '../../item-form/service-choice.ts'
import { referencesOf } from '../../item-form/shipping-form.ts'
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
      const values = form.getValues()
      const { to, from, shipping_date, packaging } = values
      return call(savePending, {
        body: {
          to,
          from,
          note,
          shipping_date,
          references: referencesOf(values),
          costcenter: costcenter === '' ? [] : [{ id: costcenter }],
          parcels: request?.parcels ?? [{ packaging }],
          ...(request?.customs && { customs: request.customs }),
          ...(facts.service !== '' && { service: facts.service, options: optionsOf(facts.service, facts) ?? [] }),
        },
      })
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
      if (await form.trigger(['to', 'from'])) setOpen(true)
    },
    dismiss: () => setQueued(undefined),
  }
}
