import { getUserData, putUserData } from '@postroom/contract/identity'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { call } from '../api/call.ts'

const userDataQuery = <Schema extends z.ZodType>(key: string, schema: Schema) =>
  queryOptions({
    queryKey: ['user_data', key],
    queryFn: async ({ signal }): Promise<z.output<Schema> | null> => {
      const { value } = await call(getUserData, { query: { key } }, { signal })
      return schema.safeParse(value).data ?? null
    },
    staleTime: Infinity,
    meta: { isQuiet: true },
  })

/**
 * What the server keeps for this user under a key, the same at every computer; null when nothing is kept.
 * @param isQuiet a failed change is not announced, because nothing depends on it
 */
export function useUserData<Schema extends z.ZodType>(key: string, schema: Schema, isQuiet = false) {
  const queryClient = useQueryClient()
  type Value = z.output<Schema>
  const { queryKey, ...query } = userDataQuery(key, schema)
  const { data, isSuccess, isError, refetch } = useQuery({ queryKey, ...query })
  const { mutateAsync } = useMutation({
    mutationFn: (body: Value) => call(putUserData, { query: { key }, body: body as never }),
    onMutate: (value) => queryClient.setQueryData(queryKey, value),
    meta: { isQuiet },
  })
  return {
    data: data ?? null,
    isLoaded: isSuccess,
    isError,
    retry: () => void refetch(),
    /** Replaces what is kept by a change of it. A failure is announced, and not thrown. */
    change: async (change: (before: Value | null) => Value): Promise<void> => {
      await mutateAsync(change(queryClient.getQueryData(queryKey) ?? null)).catch(() => undefined)
    },
  }
}
