import { once, EventEmitter } from 'node:events'
import path from 'node:path'
import { jobQueue } from '../jobs/job-queue.ts'
import { openJournal } from '../jobs/journal.ts'
import { tcpBrotherPrinter } from '../printers/brother/tcp-printer.ts'
import { ippPrinter } from '../printers/ipp/ipp-printer.ts'
import type { PrinterPort } from '../printers/printer.ts'
import { labelPrinterSetting } from '../printers/thermal/label-setting.ts'
import { tcpLabelPrinter } from '../printers/thermal/named-label-printers.ts'
import { virtualPrinter } from '../printers/virtual/virtual-printer.ts'
import { aPdf } from './a-pdf.ts'
import { inMemory } from './in-memory.ts'
import { jobIdOf, markOf, PAGE } from './numbered-labels.ts'

/**
 * A device manager that prints COUNT numbered labels on its printers in turn, and is killed as in a power cut after a tenth of the
 * labels has reached a place in its journal, such as `before sending`, after two with `before sending@2`, or from outside:
 * node print-until-killed.ts FOLDER COUNT ROUND PLACE PRINTER.... A printer is `virtual` or an address. Labels that failed in an
 * earlier round are reprinted as new jobs, as a user would do.
 */
const [folder = '', count = '', round = '', place = '', ...addresses] = process.argv.slice(2)
const LABELS = Number(count)
const [step, diesAt = LABELS / 10] = place.split('@')
let times = 0
function comeTo(here: string): void {
  if (here === step && ++times === Number(diesAt)) process.kill(process.pid, 'SIGKILL')
}

const journal = openJournal(folder)
const printers = addresses.map(printerAt)
const KINDS = ['mailing', 'shipping', 'form'] as const
const config = Object.fromEntries(
  printers.map(({ id }, at) => [
    KINDS[at]!,
    { printerId: id, defaultOrSpecific: 'default' as const, paperFormat: '4x6' as const },
  ]),
)
const jobEvents = new EventEmitter()
const queue = jobQueue({
  journal: {
    ...journal,
    write: (job) => {
      comeTo(`before ${job.state}`)
      journal.write(job)
      comeTo(`after ${job.state}`)
    },
  },
  config: () => config,
  printer: (id) => printers.find((printer) => printer.id === id),
  fetch: inMemory(({ url }) => aPdf({ ...PAGE, drawing: markOf(url) })),
  limitRate: async () => {},
  pause: { resumed: async () => {} },
  now: () => new Date(),
  onJob: () => jobEvents.emit('job'),
})

/** Slightly below the limit of the queue. */
const WAITING = 45
const openJobs = () => journal.all().filter(({ state }) => ['queued', 'sending', 'spooled'].includes(state))

for (let label = 0; label < LABELS; label++) {
  const earlier = Array.from({ length: Number(round) }, (_, before) => journal.find(jobIdOf(label, before)))
  if (earlier.some((job) => job !== undefined && job.state !== 'failed')) continue
  const job_id = jobIdOf(label, Number(round))
  const document = { type: 'label', url: job_id, sha256: '', ...PAGE, pages: 1 } as const
  const job = { job_id, kind: KINDS[label % printers.length]!, title: job_id, copies: 1, documents: [document] }
  while (openJobs().length >= WAITING) await once(jobEvents, 'job')
  queue.submit(job)
}
while (openJobs().length > 0) await once(jobEvents, 'job')

function printerAt(address: string): PrinterPort {
  if (address === 'virtual') return virtualPrinter(path.join(folder, 'printed'), () => new Date())
  if (address.startsWith('ipp:')) return ippPrinter(address)
  if (address.startsWith('ql:')) return tcpBrotherPrinter(address)
  const { place: where, setting } = labelPrinterSetting(address)
  if (!('host' in where)) throw new Error(`Not in the network: ${address}`)
  return tcpLabelPrinter(where, setting, { pollMs: 5 })
}
