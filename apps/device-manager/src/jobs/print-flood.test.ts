import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceResponse } from '@postroom/contract/device-messages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestHandler } from '../handle-request.ts'
import { printerConfigStore } from '../printer-config.ts'
import { ippPrinter } from '../printers/ipp-printer.ts'
import type { PrinterList } from '../printers/printer-list.ts'
import { virtualPrinter } from '../printers/virtual-printer.ts'
import { aPdf } from '../testing/a-pdf.ts'
import { startIppPrinter, type IppTestPrinter } from '../testing/ipp-test-printer.ts'
import { published, signingServer } from '../testing/signing-server.ts'
import { jobQueue } from './job-queue.ts'
import { openJournal, type Journal } from './journal.ts'
import { printerPaces } from './label-pace.ts'
import { inMemory } from '../testing/in-memory.ts'

const REQUESTS = 500
const now = () => new Date()
const server = signingServer(now)

let folder: string
let journal: Journal
let printer: IppTestPrinter
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-flood-'))
  journal = openJournal(folder)
  printer = await startIppPrinter({ dir: folder })
})
afterEach(async () => {
  await printer.stop()
  journal.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** A device with a real IPP printer for letters and a folder for parcels. */
function aDevice() {
  const ipp = ippPrinter(printer.uri)
  const virtual = virtualPrinter(path.join(folder, 'printed'), now)
  const find: PrinterList['find'] = (id) => [ipp, virtual].find((port) => port.id === id)
  const config = printerConfigStore(folder)
  config.set({ ...config.get(), mailing: { printerId: ipp.id, defaultOrSpecific: 'default', paperFormat: '4x6' } })
  const jobs = jobQueue({
    journal,
    config: () => config.get(),
    printer: find,
    fetch: inMemory(() => aPdf()),
    pace: printerPaces(),
    now,
    onJob: () => {},
  })
  const printers: PrinterList = { find, look: async () => [], known: () => [], stop: () => {} }
  const scale = { known: () => [], stop: async () => {} }
  const about = { alias: () => 'Bench', version: '1', newer: () => undefined }
  return { jobs, answer: requestHandler({ ...about, printers, scale, config, jobs }) }
}

const DOCUMENT = { type: 'receipt', url: 'x', sha256: 'x', width_mm: 101.6, height_mm: 152.4, pages: 1 }
const printOf = (n: number) => ({
  job_id: `flood-${String(n).padStart(5, '0')}`,
  // the last that finds a place asks another printer: the pace counts for all of them together
  kind: n === 49 ? 'shipping' : 'mailing',
  title: 'Flood',
  copies: 10,
  documents: [DOCUMENT],
})

test('a flood of signed requests for 5,000 sheets: fifty jobs wait, and sixty sheets a minute come out', async () => {
  const { jobs, answer } = aDevice()
  const asked = Array.from({ length: REQUESTS }, (_, n) =>
    published(server.signed(server.request('print', printOf(n)))),
  )
  const heard = asked.flatMap((message) => [answer(message, server.source), answer(message, server.source)])
  const answers = (await Promise.all(heard)) as DeviceResponse[]
  const refused = answers.filter((response) => !response.ok)
  expect(answers.length - refused.length).toBe(2 * 50)
  expect(new Set(refused.map((response) => !response.ok && response.error.code))).toEqual(new Set(['queue_full']))

  const jobsThatAre = (state: string) => journal.all().filter((job) => job.state === state)
  await vi.waitFor(() => expect(jobsThatAre('printed')).toHaveLength(6), { timeout: 25_000 })
  await sleep(1_000) // more would come out now
  expect(jobsThatAre('printed')).toHaveLength(6)
  for (const { job_id } of jobsThatAre('queued')) jobs.cancel(job_id)
  await jobs.stop()
  expect(journal.all()).toHaveLength(50)
  const sheets = printer.printed().map((line) => Number(line.split(' ')[1]))
  const inFolder = fs.readdirSync(path.join(folder, 'printed')).filter((name) => name.endsWith('.pdf'))
  expect(sheets.reduce((a, b) => a + b, 0) + inFolder.length).toBe(60)
})
