import fs from 'node:fs'
import path from 'node:path'
import { downloadDocument } from './documents/download-document.ts'
import { lockFolder } from './folder-lock.ts'
import { requestHandler } from './handle-request.ts'
import { loadIdentity } from './identity.ts'
import { jobQueue } from './jobs/job-queue.ts'
import { openJournal } from './jobs/journal.ts'
import { labelPace } from './jobs/label-pace.ts'
import { stayOnLine, type Line, type LineState } from './line/stay-on-line.ts'
import { printerConfigStore } from './printer-config.ts'
import { tcpBrotherPrinter } from './printers/brother/tcp-printer.ts'
import { LINUX_USB } from './printers/brother/usb-printers.ts'
import { ippPrinter } from './printers/ipp-printer.ts'
import { printerList } from './printers/printer-list.ts'
import { virtualPrinter } from './printers/virtual-printer.ts'
import type { Settings } from './settings.ts'
import { serveStatusPage } from './status-page/status-page.ts'

const VERSION = '0.1.0'
const JOBS_SHOWN = 10
const clock = () => new Date()

export interface RunningDevice {
  statusUrl: string
  stop(): Promise<void>
}

/** Puts the parts together. @throws Error with a sentence for the person at the terminal */
export async function startDevice(
  settings: Settings,
  onState: (state: LineState) => void = () => {},
): Promise<RunningDevice> {
  fs.mkdirSync(settings.folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(settings.folder)
  const identity = loadIdentity(settings.folder)
  const journal = openJournal(settings.folder)
  const config = printerConfigStore(settings.folder)
  let line: Line | undefined
  const printers = printerList({
    fixed: [
      virtualPrinter(path.join(settings.folder, 'printed'), clock),
      ...settings.ippPrinters.map((uri) => ippPrinter(uri)),
      ...settings.qlPrinters.map((address) => tcpBrotherPrinter(address)),
    ],
    cups: settings.cups,
    usb: LINUX_USB,
    onChange: (list) => line?.tell({ type: 'printers', printers: list }),
  })
  const jobs = jobQueue({
    journal,
    config: () => config.get(),
    printer: (id) => printers.find(id),
    download: (document) =>
      downloadDocument({ origin: settings.server, namedOrigin: namedOrigin(line?.state()) }, document),
    pace: labelPace(clock),
    now: clock,
    onJob: (job) => line?.tell({ type: 'job', job }),
  })
  const alias = () => {
    const known = line?.state()
    return known && 'alias' in known ? known.alias : settings.alias
  }
  const ownLine = stayOnLine({
    settings,
    identity,
    answer: requestHandler({ alias, version: VERSION, printers, config, jobs }),
    onState,
  })
  line = ownLine
  const page = await serveStatusPage(settings.statusPort, () => ({
    alias: alias(),
    server: settings.server,
    line: ownLine.state(),
    printers: printers.known(),
    jobs: journal.latest(JOBS_SHOWN),
  }))
  return {
    statusUrl: page.url,
    stop: async () => {
      await jobs.stop()
      await ownLine.stop()
      printers.stop()
      await page.close()
      journal.close()
      unlock()
    },
  }
}

/** How the server calls itself in document links. */
const namedOrigin = (line: LineState | undefined): string | undefined =>
  line && 'documents_url' in line ? new URL(line.documents_url).origin : undefined
