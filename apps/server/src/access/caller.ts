import { AsyncLocalStorage } from 'node:async_hooks'

/** Where a call comes from: its network address, and its id in the request log. */
export interface Caller {
  ip: string
  request_id: string
  /** The API key that it is made with. */
  api_key_id?: string | undefined
}

const caller = new AsyncLocalStorage<Caller>()

/** Every audit entry that `work` writes names this call as its origin. */
export const asCaller = <T>(from: Caller, work: () => Promise<T>): Promise<T> => caller.run(from, work)

/** The call in flight; none when the server works by itself. */
export const currentCaller = (): Caller | undefined => caller.getStore()
