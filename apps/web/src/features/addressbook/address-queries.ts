import {
  changeAddresses,
  countAddresses,
  createAddress,
  listAddresses,
  mergeAddresses,
  updateAddress,
  type AddressDraft,
  type AddressState,
  type Visibility,
} from '@postroom/contract/address-book'
import type { CallOf } from '@postroom/contract/endpoint'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { nextStart } from '../../ui/lists/list-pages.ts'

/** What the list is narrowed to. */
export interface BookFilter {
  q: string
  visibility: Visibility | 'all'
  tag: string
  state: AddressState | 'all'
}
export type BookOrder = { by: 'known_as' | 'city' | 'postal_code'; isAscending: boolean }

const PAGE = 100

const filterOf = ({ q, visibility, tag }: Omit<BookFilter, 'state'>) => ({
  ...(q.trim() !== '' && { q: q.trim() }),
  ...(visibility !== 'all' && { visibility }),
  ...(tag !== '' && { tag }),
})

/** The found addresses, a hundred at a time. */
export const addressesQuery = (filter: BookFilter, { by, isAscending }: BookOrder) =>
  infiniteQueryOptions({
    queryKey: ['addresses', { listed: filter, by, isAscending }],
    queryFn: ({ pageParam, signal }) =>
      call(
        listAddresses,
        {
          query: {
            ...filterOf(filter),
            ...(filter.state !== 'all' && { state: filter.state }),
            start: pageParam,
            length: PAGE,
            orderBy: by,
            orderAsc: isAscending ? 'true' : 'false',
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

/** How many addresses each chip leaves, and the tags in use. */
export const countsQuery = (filter: Omit<BookFilter, 'state'>) =>
  queryOptions({
    queryKey: ['addresses', { counted: filter }],
    queryFn: ({ signal }) => call(countAddresses, { query: filterOf(filter) }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  })

/** The addresses of one addressee. */
export const duplicatesQuery = (addressee: string) =>
  queryOptions({
    queryKey: ['addresses', { twice: addressee }],
    queryFn: async ({ signal }) => {
      const { data } = await call(listAddresses, { query: { state: 'twice', length: PAGE } }, { signal })
      return data.filter((address) => address.addressee === addressee)
    },
  })

/** A mutation of the address book. Every list of addresses is stale afterwards. */
function useBookMutation<Wanted, Answer>(mutationFn: (wanted: Wanted) => Promise<Answer>, isQuiet = false) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    meta: { isQuiet },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['addresses'] }),
  })
}

/** Saves an address; the form shows why it was refused. */
export const useSaveAddress = (id: string | undefined) =>
  useBookMutation(
    (body: AddressDraft) =>
      id === undefined ? call(createAddress, { body }) : call(updateAddress, { params: { id }, body }),
    true,
  )

export const useChangeAddresses = () =>
  useBookMutation((body: CallOf<typeof changeAddresses>['body']) => call(changeAddresses, { body }))

export const useMergeAddresses = () =>
  useBookMutation(({ id, ...body }: { id: string } & CallOf<typeof mergeAddresses>['body']) =>
    call(mergeAddresses, { params: { id }, body }),
  )
