import { drawing } from './gdi.ts'
import { asyncCalls, loadKoffi, readAll, wideText, type Koffi } from './koffi.ts'
import { SpoolerRefusal, type Spooler, type SpoolerQueue } from './spooler.ts'
import { defineStructures, SPOOLER_CALLS, type JobInfo, type PrinterInfo } from './winspool-calls.ts'

/** The spooler of this Windows. @throws Error on any other system */
export const windowsSpooler = (): Spooler => (known ??= bindSpooler(loadKoffi()))
let known: Spooler | undefined

const LOCAL_AND_CONNECTED = 0x2 | 0x4
/** Numbers of DeviceCapabilitiesW. */
const ABILITY = { papers: 2, paperSizes: 3, resolutions: 13, paperNames: 16 } as const
const PAPER_NAME_BYTES = 128
const JOB_CONTROL = { delete: 5, retain: 8, release: 9 } as const
const PART_BYTES = 64 * 1024

function bindSpooler(koffi: Koffi): Spooler {
  defineStructures(koffi)
  const call = asyncCalls(koffi.load('winspool.drv'), SPOOLER_CALLS)

  async function withPrinter<T>(queue: string, work: (printer: unknown) => Promise<T>): Promise<T> {
    const printer = [null]
    if ((await call.openPrinter(queue, printer, null)) === 0) throw new SpoolerRefusal(`Windows does not open ${queue}`)
    try {
      return await work(printer[0])
    } finally {
      await call.closePrinter(printer[0])
    }
  }

  /** The rows that the driver reports for one ability. */
  async function rowsOf(queue: string, ability: number, rowBytes: number): Promise<Buffer[]> {
    const count = await call.capabilities(queue, null, ability, null, null)
    if (count <= 0) return []
    const bytes = Buffer.alloc(count * rowBytes)
    const reported = Math.min(count, await call.capabilities(queue, null, ability, bytes, null))
    return Array.from({ length: Math.max(0, reported) }, (_, at) => bytes.subarray(at * rowBytes, (at + 1) * rowBytes))
  }

  /** The status of the job shows whether it took effect. */
  async function control(queue: string, job: number, command: number): Promise<void> {
    await withPrinter(queue, (printer) => call.setJob(printer, job, 0, null, command)).catch(() => {})
  }

  return {
    queues: async () => {
      const needed: [number] = [0]
      const count: [number] = [0]
      await call.enumPrinters(LOCAL_AND_CONNECTED, null, 2, null, 0, needed, count)
      const bytes = Buffer.alloc(needed[0])
      if ((await call.enumPrinters(LOCAL_AND_CONNECTED, null, 2, bytes, bytes.length, needed, count)) === 0) return []
      return readAll<PrinterInfo>(koffi, bytes, 'PRINTER_INFO_2W', count[0]).map(toQueue)
    },
    papers: async (queue) => {
      // one after the other: a driver that is still loading does not answer a second request
      const numbers = await rowsOf(queue, ABILITY.papers, 2)
      const sizes = await rowsOf(queue, ABILITY.paperSizes, 8)
      const names = await rowsOf(queue, ABILITY.paperNames, PAPER_NAME_BYTES)
      return numbers.flatMap((number, at) => {
        const [size, name] = [sizes[at], names[at]]
        if (!size || !name) return []
        const [width_mm, height_mm] = [size.readInt32LE(0) / 10, size.readInt32LE(4) / 10]
        return [{ number: number.readUInt16LE(), name: wideText(name), width_mm, height_mm }]
      })
    },
    resolutions_dpi: async (queue) =>
      (await rowsOf(queue, ABILITY.resolutions, 8)).map((row) => Math.min(row.readInt32LE(0), row.readInt32LE(4))),
    sendRaw: (queue, title, bytes) =>
      withPrinter(queue, async (printer) => {
        const job = await call.startDoc(printer, 1, { pDocName: title, pOutputFile: null, pDatatype: 'RAW' })
        if (job === 0) throw new SpoolerRefusal(`Windows takes nothing for ${queue}`)
        await call.setJob(printer, job, 0, null, JOB_CONTROL.retain)
        const isTaken = (await call.startPage(printer)) !== 0 && (await writeAll(printer, bytes))
        const isEnded = isTaken && (await call.endPage(printer)) !== 0 && (await call.endDoc(printer)) !== 0
        if (!isEnded) {
          await call.abort(printer)
          throw new Error(`Windows accepted only part of the job for ${queue}`)
        }
        return job
      }),
    draw: (queue, title, order) =>
      withPrinter(queue, (printer) => {
        const keep = async (job: number) => void (await call.setJob(printer, job, 0, null, JOB_CONTROL.retain))
        return drawing(koffi, { printer, queue, title, keep }, order)
      }),
    jobStatus: (queue, job) =>
      withPrinter(queue, async (printer) => {
        const needed: [number] = [0]
        await call.getJob(printer, job, 1, null, 0, needed)
        const bytes = Buffer.alloc(needed[0])
        if (bytes.length === 0 || (await call.getJob(printer, job, 1, bytes, bytes.length, needed)) === 0)
          return undefined
        return readAll<JobInfo>(koffi, bytes, 'JOB_INFO_1W', 1)[0]?.Status
      }),
    deleteJob: (queue, job) => control(queue, job, JOB_CONTROL.delete),
    releaseJob: (queue, job) => control(queue, job, JOB_CONTROL.release),
  }

  async function writeAll(printer: unknown, bytes: Uint8Array): Promise<boolean> {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + PART_BYTES)
      const written: [number] = [0]
      if ((await call.write(printer, part, part.length, written)) === 0 || !written[0]) return false
      at += written[0]
    }
    return true
  }
}

const toQueue = ({ pPrinterName, pPortName, pDriverName, Status, Attributes }: PrinterInfo): SpoolerQueue => ({
  name: pPrinterName,
  driver: pDriverName ?? '',
  port: pPortName ?? '',
  status: Status,
  attributes: Attributes,
})
