import {
  listCostCenters,
  saveCostCenter,
  type CostCenter,
  type CostCenterFields,
} from '@postroom/contract/shipment-references'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { nextStart } from '../../ui/lists/list-pages.ts'

const PAGE = 100

/** The cost centres in use, or the archived ones, by name, with their budgets. */
export const costCentersQuery = (which: 'used' | 'archived') =>
  infiniteQueryOptions({
    queryKey: ['cost_centers', which],
    queryFn: ({ pageParam, signal }) => {
      const is_active = which === 'used' ? 'true' : 'false'
      return call(
        listCostCenters,
        { query: { start: pageParam, length: PAGE, orderBy: 'name', is_active } },
        { signal },
      )
    },
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

/** Saves a cost centre. Every list of cost centres is read again. */
export function useSaveCostCenter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (fields: CostCenterFields) => call(saveCostCenter, { body: fields }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['cost_centers'] }),
    meta: { isQuiet: true },
  })
}

/** What is saved of a cost centre as it is shown. @param version of the state that the save replaces */
export const fieldsOf = ({ code, name, is_active, budget }: CostCenter, version: string): CostCenterFields => ({
  code,
  name,
  is_active,
  version,
  ...(budget && { budget: { amount: budget.amount, period: budget.period, on_exceed: budget.on_exceed } }),
})
