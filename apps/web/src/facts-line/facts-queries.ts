import { listCostCenters, listReferenceFields } from '@postroom/contract/shipment-references'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The cost centres a shipment can be charged to. */
export const costCentersQuery = () =>
  queryOptions({
    queryKey: ['cost_centers', 'active'],
    queryFn: ({ signal }) =>
      call(listCostCenters, { query: { length: 100, is_active: 'true', orderBy: 'name' } }, { signal }),
    select: ({ data }) => data,
  })

/** The organisation's rules for the references of a shipment. */
export const referenceFieldsQuery = () =>
  queryOptions({
    queryKey: ['reference_fields'],
    queryFn: ({ signal }) => call(listReferenceFields, {}, { signal }),
    select: ({ data }) => data,
  })
