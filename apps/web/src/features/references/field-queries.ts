import {
  listReferenceFields,
  saveReferenceFields,
  type SavedReferenceFields,
} from '@postroom/contract/shipment-references'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { referenceFieldsQuery } from '../../facts-line/facts-queries.ts'

export type Field = SavedReferenceFields['data'][number]

/** The reference fields in use and archived, with their version. */
export const savedFieldsQuery = () =>
  queryOptions({
    queryKey: referenceFieldsQuery().queryKey,
    queryFn: ({ signal }) => call(listReferenceFields, {}, { signal }),
    meta: { isQuiet: true },
  })

/** Saves all fields, unless somebody else has saved them since their version; then they are read again. */
export function useSaveFields() {
  const queryClient = useQueryClient()
  const { queryKey } = savedFieldsQuery()
  return useMutation({
    mutationFn: (fields: SavedReferenceFields) => call(saveReferenceFields, { body: fields }),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
