import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { downloadDocument } from '../documents/download-document.ts'
import { jobQueue } from '../jobs/job-queue.ts'
import { openJournal } from '../jobs/journal.ts'
import { waitingDocuments } from '../jobs/waiting-documents.ts'
import { LANGUAGES } from '../printers/thermal/label-setting.ts'
import { tcpLabelPrinter } from '../printers/thermal/named-label-printers.ts'
import { virtualPrinter } from '../printers/virtual/virtual-printer.ts'

/**
 * Prints COUNT labels on PRINTER, `virtual` or the port of a ZPL printer here, and reports its own memory after every EVERY of them, one line of JSON each:
 * node print-many-labels.ts FOLDER ORIGIN PRINTER COUNT EVERY LABEL.pdf.... A label is downloaded from
 * ORIGIN/api/stamp/v1/shipment/N.pdf, where N is its place among the given files.
 */
const [folder = '', origin = '', where = '', count = '', every = '', ...files] = process.argv.slice(2)
const WAITING_MAX = 8

const journal = openJournal(folder)
const printer =
  where === 'virtual'
    ? virtualPrinter(path.join(folder, 'printed'), () => new Date())
    : tcpLabelPrinter({ host: '127.0.0.1', port: Number(where) }, { language: LANGUAGES.zpl })
const jobEvents = new EventEmitter()
const queue = jobQueue({
  journal,
  config: () => ({ mailing: { printerId: printer.id, defaultOrSpecific: 'default', paperFormat: '4x6' } }),
  printer: () => printer,
  fetch: waitingDocuments(path.join(folder, 'waiting'), (document) =>
    downloadDocument({ origin, namedOrigin: undefined }, document),
  ),
  limitRate: async () => {},
  pause: { resumed: async () => {} },
  now: () => new Date(),
  onJob: ({ job_id, state, error }) => {
    if (error) throw new Error(error.description)
    if (state === 'printed') jobEvents.emit('printed', Number(job_id.split('-')[1]) + 1)
  },
})
jobEvents.on('printed', (printed: number) => {
  if (printed % Number(every) === 0) process.stdout.write(`${JSON.stringify({ printed, ...process.memoryUsage() })}\n`)
})

const documents = files.map((file, place) => ({
  type: 'label' as const,
  url: `${origin}/api/stamp/v1/shipment/${place}.pdf`,
  sha256: createHash('sha256').update(fs.readFileSync(file)).digest('hex'),
  width_mm: 101.6,
  height_mm: 152.4,
  pages: 1,
}))
for (let label = 0; label < Number(count); label++) {
  if (label >= WAITING_MAX) await once(jobEvents, 'printed')
  const document = documents[label % documents.length]!
  const job_id = `label-${label}`
  queue.submit({ job_id, kind: 'mailing', title: `Label ${label}`, copies: 1, documents: [document] })
}
for (let left = Math.min(WAITING_MAX, Number(count)); left > 0; left--) await once(jobEvents, 'printed')
await queue.stop()
journal.close()
process.exit() // the worker of PDFium would keep the process running
