import {
  downloadReturnCode,
  listReturnLabels,
  makeReturnLabel,
  type ReturnLabel,
} from '@postroom/contract/return-label'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'

/** While the carrier is being asked. */
const ASKED_MS = 2_000

/** The return labels of a shipment, newest first. */
export const returnLabelsQuery = (id: string) =>
  queryOptions({
    queryKey: ['shipments', id, 'return labels'],
    queryFn: ({ signal }) => call(listReturnLabels, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some((label) => label.state === 'asked') ? ASKED_MS : false),
    meta: { isQuiet: true },
  })

/** The senders to which something may be sent back. */
export const sendersQuery = () =>
  queryOptions({
    queryKey: ['shippers', { length: 100 }],
    queryFn: async ({ signal }) => (await call(listShippers, { query: { length: 100 } }, { signal })).data,
    meta: { isQuiet: true },
  })

export interface Wanted {
  service: string
  shipper?: string
}

/** Makes one. A request that is repeated after a lost answer has the same key, so it makes no second one. */
export function useMakeReturnLabel(id: string) {
  const queryClient = useQueryClient()
  const [key, setKey] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (body: Wanted) => call(makeReturnLabel, { params: { id }, body }, { idempotencyKey: key }),
    onSuccess: () => {
      setKey(crypto.randomUUID())
      return queryClient.invalidateQueries({ queryKey: ['shipments', id] })
    },
  })
}

/** The QR code of a return label, a picture. */
export const returnCodeQuery = (shipmentId: string, { id, has_qr }: ReturnLabel) =>
  queryOptions({
    queryKey: ['shipments', shipmentId, 'return code', id],
    queryFn: async ({ signal }) => {
      const png = await call(downloadReturnCode, { params: { id: shipmentId, labelId: id } }, { signal })
      return new Blob([png.slice()], { type: 'image/png' })
    },
    enabled: has_qr,
    staleTime: Infinity,
    meta: { isQuiet: true },
  })
