import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { brotherPrinter } from '../printers/brother/brother-printer.ts'
import { openUsbprint } from '../printers/windows/usbprint-connection.ts'
import { usbprintPorts, type UsbprintPort } from '../printers/windows/usbprint.ts'
import type { PrintOrder, PrintOutcome } from '../printers/printer.ts'

/** A task for the Windows build; `pdf` is the name of a file, and `brother` the port of a simulated printer. */
export interface UsbprintTask {
  brother: number
  /** Files with what the registry of Windows says of a printer. */
  registry: { plugged: string; unplugged: string }
  order: Omit<PrintOrder, 'pdf'> & { pdf: string }
}

export interface UsbprintReport {
  before: UsbprintPort[]
  ports: UsbprintPort[]
  missing: string
  printer: { state: string; reasons: string[]; media: string[] }
  outcome: PrintOutcome
  printed: number
  silent: boolean
  echoed: boolean
  late: string
  closed: boolean
}

/** Wine has no USB printers. A named pipe is opened, read and written by the same calls. */
const PIPE = String.raw`\\.\pipe\postroom-${process.pid}`
const BYTES = 300_000

async function run([taskFile = '', reportFile = '']: string[]): Promise<void> {
  const task = JSON.parse(fs.readFileSync(taskFile, 'utf8')) as UsbprintTask
  const usb = usbprintPorts()
  writeToRegistry(task.registry.unplugged)
  const before = await usb.list()
  writeToRegistry(task.registry.plugged)
  const report: Partial<UsbprintReport> = { before, ports: await usb.list(), missing: whyNotOpened() }
  await withPipe(
    (pipe) => {
      const printer = net.connect(task.brother, '127.0.0.1')
      pipe.pipe(printer).pipe(pipe)
    },
    async () => {
      const port = brotherPrinter({ id: 'ql:usb:1', place: 'USB', open: async () => openUsbprint(PIPE) })
      const { state, reasons, media_ready } = await port.describe()
      report.printer = { state, reasons, media: media_ready.map(({ name }) => name) }
      const order = { ...task.order, pdf: fs.readFileSync(task.order.pdf) }
      report.printed = 0
      report.outcome = await port.print(order, () => report.printed!++, new AbortController().signal)
    },
  )
  const opened = Promise.withResolvers<net.Socket>()
  await withPipe(
    (pipe) => opened.resolve(pipe),
    async () => {
      const device = openUsbprint(PIPE)
      const pipe = await opened.promise
      report.silent = (await device.read(200)) === undefined
      const echo = (part: Buffer) => pipe.write(part)
      pipe.on('data', echo)
      const sent = Buffer.alloc(BYTES, 'label')
      const writing = device.write(sent)
      const came: Uint8Array[] = []
      for (let part = await device.read(10_000); part; part = await device.read(10_000)) {
        came.push(part)
        if (Buffer.concat(came).length >= sent.length) break
      }
      await writing
      report.echoed = Buffer.concat(came).equals(sent)
      pipe.off('data', echo).resume()
      pipe.write('late')
      report.late = Buffer.from((await device.read(10_000)) ?? []).toString()
      await device.read(0) // closed while a read is under way
      const ended = once(pipe, 'close')
      device.close()
      await ended
      report.closed = await device.read(0).then(
        () => false,
        () => true,
      )
    },
  )
  fs.writeFileSync(reportFile, JSON.stringify(report))
}

const writeToRegistry = (file: string) => execFileSync('regedit', ['/S', `Z:${file}`], { stdio: 'ignore' })

function whyNotOpened(): string {
  try {
    openUsbprint(String.raw`\\?\usb#vid_04f9&pid_20a8#1#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}`)
    return ''
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

async function withPipe(onOpened: (pipe: net.Socket) => void, work: () => Promise<void>): Promise<void> {
  const server = net.createServer((pipe) => {
    pipe.on('error', () => {})
    onOpened(pipe)
  })
  await once(server.listen(PIPE), 'listening')
  await work()
  server.close()
}

await run(process.argv.slice(2))
