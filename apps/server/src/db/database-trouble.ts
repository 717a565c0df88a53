/**
 * PostgreSQL's codes for a temporary failure: connection lost (08), out of resources or connections (53), shutting down
 * or stopped by an operator or a time-out (57), lock not granted (55P03), deadlock and serialisation (40), and a server
 * that has just become a replica (25006).
 */
const NOT_NOW = /^(?:08|53|57)\w{3}$|^(?:25006|55P03|40001|40P01)$/
/** Node's system calls that fail when the database cannot be reached. */
const ON_THE_WAY = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/** Messages of the driver and its pool that come without a code. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/

/** True when the database is unavailable for now, so the same call may succeed in a moment. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall = '' } = error as { code?: string; syscall?: string }
  return NOT_NOW.test(code) || ON_THE_WAY.has(syscall) || LOST.test(error.message)
}
