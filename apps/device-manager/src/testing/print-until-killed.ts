import fs from 'node:fs'
import { jobQueue } from '../jobs/job-queue.ts'
import { openJournal } from '../jobs/journal.ts'
import type { PrinterPort } from '../printers/printer.ts'

/**
 * A device manager with one job that dies like in a power cut at one place: node print-until-killed.ts FOLDER PLACE.
 * What reached the printer is in FOLDER/paper.
 */
const [folder = '', place = 'never'] = process.argv.slice(2)
const dieAt = (here: string): void => {
  if (place === here) process.kill(process.pid, 'SIGKILL')
}

const printer: PrinterPort = {
  id: 'paper',
  describe: async () => {
    dieAt('before sending')
    const nothing = { reasons: [], media: [], media_ready: [], resolutions_dpi: [] }
    return { id: 'paper', name: 'Paper', driver: 'virtual', state: 'ready', ...nothing }
  },
  print: async (_order, onSpooled) => {
    dieAt('sending')
    fs.appendFileSync(`${folder}/paper`, 'printed\n')
    dieAt('printed but not said')
    onSpooled()
    dieAt('spooled')
    return { state: 'printed' }
  },
}

const journal = openJournal(folder)
const queue = jobQueue({
  journal,
  config: () => ({ mailing: { printerId: 'paper', defaultOrSpecific: 'default', paperFormat: '4x6' } }),
  printer: () => printer,
  download: async () => new Uint8Array(),
  pace: async () => {},
  now: () => new Date(),
  onJob: ({ state }) => dieAt(`${state} in the journal`),
})
queue.submit({
  job_id: 'shipment-1:first',
  kind: 'mailing',
  title: 'Label',
  copies: 1,
  documents: [{ type: 'label', url: '', sha256: '', width_mm: 101.6, height_mm: 152.4, pages: 1 }],
})
// an interval, so that a job that never settles does not end the process before its time
const alive = setInterval(() => {
  const state = journal.find('shipment-1:first')?.state
  if (state !== 'queued' && state !== 'sending' && state !== 'spooled') {
    clearInterval(alive)
    fs.writeFileSync(`${folder}/state`, state ?? '')
  }
}, 10)
