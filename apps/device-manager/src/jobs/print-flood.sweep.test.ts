import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceResponse } from '@postroom/contract/device-messages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestHandler } from '../handle-request.ts'
import { printerConfigStore } from '../printer-config.ts'
import { ippPrinter } from '../printers/ipp/ipp-printer.ts'
import type { PrinterList } from '../printers/printer-list.ts'
import { virtualPrinter } from '../printers/virtual/virtual-printer.ts'
import { aPdf } from '../testing/a-pdf.ts'
import { startIppPrinter, type IppTestPrinter } from '../testing/ipp-test-printer.ts'
import { published, signingServer } from '../testing/signing-server.ts'
import { jobQueue } from './job-queue.ts'
import { openJournal, type Journal } from './journal.ts'
import { printerRateLimits } from './label-rate-limit.ts'
import { inMemory } from '../testing/in-memory.ts'

const WAITING_MAX = 2_000
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
    limitRate: printerRateLimits(),
    pause: { resumed: async () => {} },
    now,
    onJob: () => {},
  })
  const printers: PrinterList = { find, refresh: async () => [], known: () => [], stop: () => {} }
  const scale = { known: () => [], stop: async () => {} }
  const about = { alias: () => 'Bench', version: '1', newer: () => undefined }
  return { jobs, answer: requestHandler({ ...about, printers, scale, config, jobs, pause: { isPaused: () => false } }) }
}

const DOCUMENT = { type: 'receipt', url: 'x', sha256: 'x', width_mm: 101.6, height_mm: 152.4, pages: 1 }
const FOR_FOLDER = 20
const printOf = (n: number) => ({
  job_id: `flood-${String(n).padStart(5, '0')}`,
  kind: n < FOR_FOLDER ? 'shipping' : 'mailing',
  title: 'Flood',
  copies: 10,
  documents: [DOCUMENT],
})

const jobsThatAre = (state: string) => journal.all().filter((job) => job.state === state)

test('limits a flood of signed requests to 2,000 queued jobs and sixty sheets a minute per printer', async () => {
  const { jobs, answer } = aDevice()
  const asked = Array.from({ length: FOR_FOLDER + WAITING_MAX + 50 }, (_, n) =>
    published(server.signed(server.request('print', printOf(n)))),
  )
  const heard = asked.flatMap((message) => [answer(message, server.source), answer(message, server.source)])
  const answers = (await Promise.all(heard)) as DeviceResponse[]
  const refused = answers.filter((response) => !response.ok)
  expect(answers.length - refused.length).toBe(2 * (FOR_FOLDER + WAITING_MAX))
  expect(new Set(refused.map((response) => !response.ok && response.error.code))).toEqual(new Set(['queue_full']))

  await vi.waitFor(() => expect(jobsThatAre('printed')).toHaveLength(12), { timeout: 45_000 })
  await sleep(1_000) // an exceeded limit would show now
  expect(jobsThatAre('printed')).toHaveLength(12)
  for (const { job_id } of jobsThatAre('queued')) jobs.cancel(job_id)
  await jobs.stop()
  const sheets = printer.printed().map((line) => Number(line.split(' ')[1]))
  expect(sheets.reduce((a, b) => a + b, 0)).toBe(60)
  const inFolder = fs.readdirSync(path.join(folder, 'printed')).filter((name) => name.endsWith('.pdf'))
  expect(inFolder).toHaveLength(60)
}, 90_000)
