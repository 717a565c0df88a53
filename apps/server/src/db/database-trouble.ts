/**
 * PostgreSQL's codes for 'not now': connection lost (08), no room or too many connections (53), shutting down or stopped by
 * an operator or a time-out (57), lock not granted (55P03), deadlock and serialisation (40), and a server that has just become a copy (25006).
 */
const NOT_NOW = /^(?:08|53|57)\w{3}$|^(?:25006|55P03|40001|40P01)$/
/** Where Node failed when no answer could be had. */
const ON_THE_WAY = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/** What the driver and its pool say without any code. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/

/** True when the database could not be asked now, so that the same call may succeed in a moment. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall = '' } = error as { code?: string; syscall?: string }
  return NOT_NOW.test(code) || ON_THE_WAY.has(syscall) || LOST.test(error.message)
}
