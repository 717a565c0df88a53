import { AsyncLocalStorage } from 'node:async_hooks'

/** Where a call comes from: the address it was made from, and its id in the request log. */
interface Caller {
  ip: string
  request_id: string
}

const caller = new AsyncLocalStorage<Caller>()

/** Whatever `work` writes into the audit log says that it was done for this call. */
export const asCaller = <T>(from: Caller, work: () => Promise<T>): Promise<T> => caller.run(from, work)

/** The call under way; none when the server works by itself. */
export const currentCaller = (): Caller | undefined => caller.getStore()
