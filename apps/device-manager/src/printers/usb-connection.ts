import { constants, type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PrinterConnection } from './printer-connection.ts'

const POLL_MS = 20
const PART_BYTES = 8192

/**
 * A connection to a printer through a device file of Linux, which one program can open at a time. It never blocks: a silent
 * printer would hold a thread for ever.
 * @throws Error when it cannot be opened
 */
export async function openUsb(file: string): Promise<PrinterConnection> {
  const handle = await open(file, constants.O_RDWR | constants.O_NONBLOCK)
  const closed = new AbortController()
  let writing: Promise<void> = Promise.resolve()

  async function writeAll(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && !closed.signal.aborted;) {
      const taken = await unlessBusy(() => handle.write(bytes, at, Math.min(PART_BYTES, bytes.length - at)))
      at += taken?.bytesWritten ?? 0
      if (!taken) await sleep(POLL_MS)
    }
  }

  return {
    write: (bytes) => (writing = writing.then(() => writeAll(bytes))),
    read: async (withinMs) => {
      const until = performance.now() + withinMs
      for (;;) {
        const part = await readPart(handle)
        if (part) return part
        if (performance.now() >= until) return undefined
        await sleep(POLL_MS)
      }
    },
    close: () => {
      closed.abort()
      void writing.catch(() => {}).then(() => handle.close())
    },
  }
}

/** A QL printer with nothing to report returns no bytes instead of blocking. */
async function readPart(handle: FileHandle): Promise<Uint8Array | undefined> {
  const came = await unlessBusy(() => handle.read(new Uint8Array(PART_BYTES), 0, PART_BYTES, null))
  return came && came.bytesRead > 0 ? came.buffer.subarray(0, came.bytesRead) : undefined
}

/** Undefined when the device file has no data, or no room, at the moment. */
export async function unlessBusy<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined
    throw error
  }
}
