import { exportSpending, getSpending, type SpendingQuery } from '@postroom/contract/spending'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { saveFile } from '../../ui/save-file.ts'

/** What was spent in a period. The figures of the last period stay until those of the next are there. */
export const spendingQuery = (query: SpendingQuery) =>
  queryOptions({
    queryKey: ['spending', query],
    queryFn: ({ signal }) => call(getSpending, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  })

/** Saves the figures as a CSV file. */
export async function saveSpending(query: SpendingQuery): Promise<void> {
  saveFile(await call(exportSpending, { query }), `spending-${query.from}-${query.to}.csv`)
}
