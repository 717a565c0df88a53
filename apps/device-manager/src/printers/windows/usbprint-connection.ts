import { setTimeout as sleep } from 'node:timers/promises'
import type { PrinterConnection } from '../printer-connection.ts'
import { loadKoffi } from './koffi.ts'
import { FILE_CALLS } from './usbprint-calls.ts'

const POLL_MS = 20
const PART_BYTES = 8192
/** How long a cancelled transfer may take to end. */
const CANCEL_LIMIT_MS = 1_000

const READ_AND_WRITE = 0xc0000000
const SHARED = 3
const EXISTING = 3
const OVERLAPPED = 0x40000000
/** Sizes and offsets of an OVERLAPPED. */
const AT = { status: 0, bytes: 8, size: 32 } as const
const STATUS = { done: 0, pending: 0x103 } as const
/** Codes of GetLastError. */
const ERROR = { accessDenied: 5, sharingViolation: 32, ioPending: 997 } as const

/** A printer at a port of usbprint.sys. */
export interface UsbprintDevice extends PrinterConnection {
  /** Asks the driver of the port. @returns its answer, or undefined when none arrives in time */
  control(code: number, answerMaxBytes: number, withinMs: number): Promise<Uint8Array | undefined>
}

/** A transfer that goes on outside the program, in memory that must stay until it has ended. */
interface Transfer {
  overlapped: Buffer
  bytes: Uint8Array
}
const isGoing = ({ overlapped }: Transfer): boolean => overlapped.readUInt32LE(AT.status) === STATUS.pending

/** Memory outside V8's heap, where the garbage collector moves small arrays. */
const memory = (size: number): Buffer => Buffer.from(new ArrayBuffer(size))

/** Transfers that did not end when cancelled: Windows may still write into their memory. */
const abandoned: Transfer[] = []

type Calls = Record<keyof typeof FILE_CALLS, (...args: unknown[]) => unknown>
let known: Calls | undefined

function fileCalls(): Calls {
  if (known) return known
  const library = loadKoffi().load('kernel32.dll')
  const bound = Object.entries(FILE_CALLS).map(([name, declaration]) => [name, library.func(declaration)])
  return (known = Object.fromEntries(bound) as Calls)
}

/**
 * Opens a port of usbprint.sys. A read stays with Windows until the printer sends something: cancelled at each time limit, it
 * could lose bytes. @throws Error whose `code` is `EBUSY` while another program has the port, or `ENODEV`
 */
export function openUsbprint(path: string): UsbprintDevice {
  const call = fileCalls()
  const file = Number(call.create(path, READ_AND_WRITE, SHARED, null, EXISTING, OVERLAPPED, 0))
  if (file === -1) throw notOpened(path, Number(call.lastError()))
  const closed = new AbortController()
  let writing: Promise<void> = Promise.resolve()
  let reading: Transfer | undefined
  const going = new Set<Transfer>()

  function begin(bytes: Uint8Array, start: (overlapped: Buffer) => unknown): Transfer {
    if (closed.signal.aborted) throw new Error('The printer is closed')
    const transfer = { overlapped: memory(AT.size), bytes }
    const isDone = Number(start(transfer.overlapped)) !== 0
    const error = isDone ? 0 : Number(call.lastError())
    if (!isDone && error !== ERROR.ioPending) throw new Error(`The printer broke off: Windows error ${error}`)
    going.add(transfer)
    return transfer
  }

  /** @returns the bytes transferred; undefined while it goes on. @throws Error when it failed */
  function ended(transfer: Transfer): number | undefined {
    if (isGoing(transfer)) return undefined
    going.delete(transfer)
    const status = transfer.overlapped.readUInt32LE(AT.status)
    if (status !== STATUS.done) throw new Error(`The printer broke off: status ${status.toString(16)}`)
    return transfer.overlapped.readUInt32LE(AT.bytes)
  }

  async function endOf(transfer: Transfer, withinMs = Infinity): Promise<number | undefined> {
    for (const until = performance.now() + withinMs; ; await sleep(POLL_MS)) {
      const count = ended(transfer)
      if (count !== undefined || performance.now() >= until) return count
    }
  }

  async function writeAll(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && !closed.signal.aborted;) {
      const part = memory(Math.min(PART_BYTES, bytes.length - at))
      part.set(bytes.subarray(at, at + part.length))
      at += (await endOf(begin(part, (overlapped) => call.write(file, part, part.length, null, overlapped)))) ?? 0
    }
  }

  function beginRead(): Transfer {
    const into = memory(PART_BYTES)
    return begin(into, (overlapped) => call.read(file, into, into.length, null, overlapped))
  }

  async function release(): Promise<void> {
    call.cancel(file, null)
    const until = performance.now() + CANCEL_LIMIT_MS
    while ([...going].some(isGoing) && performance.now() < until) await sleep(POLL_MS)
    abandoned.push(...[...going].filter(isGoing))
    call.close(file)
  }

  return {
    write: (bytes) => (writing = writing.then(() => writeAll(bytes))),
    read: async (withinMs) => {
      for (const until = performance.now() + withinMs; ; await sleep(POLL_MS)) {
        const { bytes } = (reading ??= beginRead())
        const count = ended(reading)
        if (count !== undefined) reading = undefined
        // a printer with nothing to report returns no bytes
        if (count !== undefined && count > 0) return bytes.subarray(0, count)
        if (performance.now() >= until) return undefined
      }
    },
    control: async (code, answerMaxBytes, withinMs) => {
      const answer = memory(answerMaxBytes)
      const asked = (overlapped: Buffer) => call.control(file, code, null, 0, answer, answer.length, null, overlapped)
      const count = await endOf(begin(answer, asked), withinMs)
      return count === undefined ? undefined : answer.subarray(0, count)
    },
    close: () => {
      if (closed.signal.aborted) return
      closed.abort()
      void release()
    },
  }
}

const notOpened = (path: string, error: number): Error => {
  const isTaken = error === ERROR.accessDenied || error === ERROR.sharingViolation
  return Object.assign(new Error(`${path} cannot be opened: Windows error ${error}`), {
    code: isTaken ? 'EBUSY' : 'ENODEV',
  })
}
