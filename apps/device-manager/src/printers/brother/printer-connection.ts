import { FRAME_BYTES, frameStart, readStatus, type QlStatus } from './status.ts'

/** A connection to a printer. Both ways reject once it is broken. */
export interface PrinterConnection {
  write(bytes: Uint8Array): Promise<void>
  /** What has come; undefined when nothing came within this time. */
  read(withinMs: number): Promise<Uint8Array | undefined>
  /** What was written still goes out. */
  close(): void
}

/** The next status of a printer; undefined when it said nothing within this time. */
export type NextStatus = (withinMs: number) => Promise<QlStatus | undefined>

/** Cuts what comes over a connection into frames: they come in pieces, and several at once. */
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
