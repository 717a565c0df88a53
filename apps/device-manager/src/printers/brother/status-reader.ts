import type { PrinterConnection } from '../printer-connection.ts'
import { FRAME_BYTES, frameStart, readStatus, type QlStatus } from './status.ts'

/** The next status of a printer; undefined when none arrives in time. */
export type NextStatus = (withinMs: number) => Promise<QlStatus | undefined>

/** Reads status frames from a connection, where they arrive in pieces or several at once. */
export function statusReader(connection: PrinterConnection): NextStatus {
  let held: Uint8Array = new Uint8Array()
  return async (withinMs) => {
    const until = performance.now() + withinMs
    for (;;) {
      held = held.subarray(frameStart(held))
      if (held.length >= FRAME_BYTES) {
        const frame = held.subarray(0, FRAME_BYTES)
        held = held.subarray(FRAME_BYTES)
        return readStatus(frame)
      }
      const more = await connection.read(Math.max(0, until - performance.now()))
      if (!more) return undefined
      held = Buffer.concat([held, more])
    }
  }
}
