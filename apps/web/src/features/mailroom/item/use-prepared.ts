import type { Shipment } from '@postroom/contract/shipment'
import { updatePending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { PreparedPurchase } from '../../../buying/use-buy-and-print.ts'
import { addressNames } from '../../../item-form/address-names.ts'
import { preparedOf } from '../../../item-form/prepared-item.ts'
import type { useShippingForm } from '../../../item-form/use-shipping-form.ts'
import { href } from '../../../pages.ts'
import { toSold } from '../sold-item.ts'
import { queuedQuery } from './queued-query.ts'

/** Saves the corrections of a shipment of the queue, and goes back to the queue once it is saved or bought. */
export function usePrepared(
  queued: QueuedShipment,
  { form, facts, request }: ReturnType<typeof useShippingForm>,
): { prepared: PreparedPurchase; saveOnly: () => void; conflict: string | undefined } {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pending_id, version, note, code } = queued
  const save = useMutation({
    mutationFn: () =>
      call(updatePending, {
        params: { pending_id },
        body: { ...preparedOf(form.getValues(), facts, request), note, problem: '', version },
      }),
    onSuccess: (saved) => queryClient.setQueryData(queuedQuery(code).queryKey, saved),
  })
  const backWith = (shipment?: Shipment) => {
    void queryClient.invalidateQueries({ queryKey: ['pending'] })
    void navigate(href('mailroom'), { state: shipment && toSold({ code, pending_id, id: shipment.id }) })
  }
  const { error } = save
  return {
    prepared: {
      pendingId: pending_id,
      isKeeping: save.isPending,
      keep: () =>
        save.mutateAsync().then(
          () => true,
          () => false,
        ),
      onBought: backWith,
    },
    saveOnly: () =>
      void form
        .trigger([...addressNames('to'), ...addressNames('from')])
        .then((isRight) => isRight && save.mutate(undefined, { onSuccess: () => backWith() })),
    conflict: error instanceof ApiError && CONFLICTS.has(error.code ?? '') ? error.code : undefined,
  }
}

/** A colleague works on it, has changed it, or has bought or removed it. */
const CONFLICTS: ReadonlySet<string> = new Set(['pending_claimed', 'pending_changed', 'not_found'])
