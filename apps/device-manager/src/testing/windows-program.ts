import fs from 'node:fs'
import type { PrintOrder, PrintOutcome } from '../printers/printer.ts'
import { windowsQueues } from '../printers/windows/windows-queues.ts'

/** A task for the Windows build; `pdf` is the name of a file. */
export interface WindowsTask {
  printer: string
  order: Omit<PrintOrder, 'pdf'> & { pdf: string }
}

export interface WindowsReport {
  printers: unknown[]
  outcomes: (PrintOutcome & { spooled: number })[]
}

/** Prints on the printers of Windows: node windows-program.mjs TASKS REPORT, both JSON. Its console output may be lost. */
async function run([tasksFile = '', reportFile = '']: string[]): Promise<void> {
  const tasks = JSON.parse(fs.readFileSync(tasksFile, 'utf8')) as WindowsTask[]
  const ports = await windowsQueues({ atUsb: new Map(), behindQueues: new Map() }).printers()
  const printers = await Promise.all(ports.map((port) => port.describe()))
  const outcomes: WindowsReport['outcomes'] = []
  for (const { printer, order } of tasks) {
    const port = ports.find(({ id }) => id === printer)
    if (!port) throw new Error(`No printer ${printer}`)
    let spooled = 0
    const pdf = fs.readFileSync(order.pdf)
    const outcome = await port.print({ ...order, pdf }, () => spooled++, new AbortController().signal)
    outcomes.push({ ...outcome, spooled })
  }
  fs.writeFileSync(reportFile, JSON.stringify({ printers, outcomes } satisfies WindowsReport))
}

await run(process.argv.slice(2))
