import { countAddresses, searchAddresses, type SavedAddress } from '@postroom/contract/address-book'
import { BATCH_ROWS_MAX } from '@postroom/contract/shipment-batch'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { eachOnce } from '../../../ui/lists/list-pages.ts'

const PAGE_LENGTH = 100

/** The tags in the address book, with how many addresses each has. */
export const tagsQuery = () =>
  queryOptions({
    queryKey: ['addresses', 'tags'],
    queryFn: async ({ signal }) => (await call(countAddresses, { query: {} }, { signal })).tags,
  })

/** Every address with a tag, up to the rows of one batch. */
export async function addressesTagged(tag: string): Promise<SavedAddress[]> {
  const page = (start: number) =>
    call(searchAddresses, { query: { start, length: PAGE_LENGTH, orderBy: 'name' }, body: { tags: [tag] } })
  const first = await page(0)
  const starts: number[] = []
  for (let start = PAGE_LENGTH; start < Math.min(first.total, BATCH_ROWS_MAX); start += PAGE_LENGTH) starts.push(start)
  const others = await Promise.all(starts.map(page))
  return eachOnce([first, ...others].flatMap(({ data }) => data))
}
