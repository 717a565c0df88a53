import { MESSAGE_LIMIT_CHARS } from '@postroom/contract/hub-wire'

/** The names of the fields around a list, and the id of the request. */
const AROUND_BYTES = 300

/** Some hubs count characters and some bytes; a limit in bytes suits both. */
const bytesOf = (message: unknown): number => Buffer.byteLength(JSON.stringify(message))

/** The hub rejects a longer message. */
export const fitsIntoMessage = (message: unknown): boolean => bytesOf(message) <= MESSAGE_LIMIT_CHARS

/** The rows that fit into one message beside `others`; the rest are left out. */
export function rowsThatFit<Row>(rows: readonly Row[], others: unknown = {}): Row[] {
  let left = MESSAGE_LIMIT_CHARS - AROUND_BYTES - bytesOf(others)
  return rows.filter((row) => {
    const bytes = bytesOf(row) + 1
    if (bytes > left) return false
    left -= bytes
    return true
  })
}
