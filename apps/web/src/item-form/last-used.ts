import { getUserData, putUserData } from '@postroom/contract/identity'
import { PACKAGING_CODES, type PackagingCode } from '@postroom/domain/catalogue/packaging'
import { SERVICE_CODES, type ServiceCode } from '@postroom/domain/catalogue/services'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { scopeOf } from './destination.ts'

const KEY = 'last_used'
const service = z.enum(SERVICE_CODES).optional()
const lastUsedSchema = z.object({
  packaging: z.enum(PACKAGING_CODES),
  /** At home and abroad, which have different services. */
  services: z.object({ uk: service, abroad: service }),
})
type LastUsed = z.output<typeof lastUsedSchema>

const lastUsedQuery = () =>
  queryOptions({
    queryKey: ['user_data', KEY],
    queryFn: async ({ signal }): Promise<LastUsed | null> => {
      const found = await call(getUserData, { query: { key: KEY } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'not_found') return undefined
        throw error
      })
      return lastUsedSchema.safeParse(found?.value).data ?? null
    },
    staleTime: Infinity,
    // only a suggestion: without it, the cheapest service is suggested
    meta: { isQuiet: true },
  })

/** What this user sent last, as a suggestion for the next item: the server keeps it, so that it is the same at every computer. */
export function useLastUsed(country: string) {
  const queryClient = useQueryClient()
  const { data } = useQuery(lastUsedQuery())
  const keep = useMutation({
    mutationFn: (value: LastUsed) => call(putUserData, { query: { key: KEY }, body: value }),
    onMutate: (value) => queryClient.setQueryData(lastUsedQuery().queryKey, value),
    meta: { isQuiet: true },
  })
  return {
    packaging: data?.packaging,
    service: data?.services[scopeOf(country)],
    keep: (sent: { packaging: PackagingCode; service: ServiceCode; country: string }) =>
      keep.mutate({
        packaging: sent.packaging,
        services: { ...data?.services, [scopeOf(sent.country)]: sent.service },
      }),
  }
}
