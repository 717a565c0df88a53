import { getServerTime } from '@postroom/contract/server-time'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The answer of the server, and how the clock of this page differs from its clock. */
export interface ServerTime {
  version: string
  tookMs: number
  /** Milliseconds that the page is ahead; below 0 when it is behind. */
  aheadMs: number
}

const serverTimeQuery = () =>
  queryOptions({
    queryKey: ['server-time'],
    queryFn: ({ signal }) => readServerTime(signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { isQuiet: true },
  })

/** The server is taken to read its clock half way through the call. */
async function readServerTime(signal: AbortSignal): Promise<ServerTime> {
  const [asked, start] = [Date.now(), performance.now()]
  const { now, version } = await call(getServerTime, {}, { signal })
  const tookMs = performance.now() - start
  return { version, tookMs, aheadMs: asked + tookMs / 2 - Date.parse(now) }
}

export const useServerTime = () => useQuery(serverTimeQuery())
