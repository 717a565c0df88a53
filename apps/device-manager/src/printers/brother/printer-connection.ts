import { FRAME_BYTES, frameStart, readStatus, type QlStatus } from './status.ts'

/** A connection to a printer. Reads and writes reject once it is broken. */
export interface PrinterConnection {
  write(bytes: Uint8Array): Promise<void>
  /** The bytes received; undefined when none arrive in time. */
  read(withinMs: number): Promise<Uint8Array | undefined>
  /** Sends what was written, then closes. */
  close(): void
}

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
