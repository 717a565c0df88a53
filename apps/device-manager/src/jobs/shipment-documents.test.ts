import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { DocumentType } from '@postroom/contract/document'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ippPrinter } from '../printers/ipp/ipp-printer.ts'
import { virtualPrinter } from '../printers/virtual/virtual-printer.ts'
import { aPdf } from '../testing/a-pdf.ts'
import { startIppPrinter, type IppTestPrinter } from '../testing/ipp-test-printer.ts'
import { jobQueue, type JobQueue, type PrintArgs } from './job-queue.ts'
import { openJournal, type Journal } from './journal.ts'
import { inMemory } from '../testing/in-memory.ts'

const LABEL = { width_mm: 101.6, height_mm: 152.4 }
const A4 = { width_mm: 210, height_mm: 297 }

const now = () => new Date('2026-11-21T10:00:00Z')

let folder: string
let journal: Journal
const printers: IppTestPrinter[] = []
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-papers-'))
  journal = openJournal(folder)
})
afterEach(async () => {
  await Promise.all(printers.splice(0).map((printer) => printer.stop()))
  journal.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function aPrinter(media: 'label4x6' | 'a4'): Promise<IppTestPrinter> {
  const printer = await startIppPrinter({ dir: fs.mkdtempSync(path.join(folder, media)), media })
  printers.push(printer)
  return printer
}

/** A device with printers of these addresses for its kinds; the virtual printer for the others. */
function aQueue(uris: Partial<Record<PrinterKind, string>>): JobQueue {
  const virtual = virtualPrinter(path.join(folder, 'printed'), now)
  const ports = [virtual, ...Object.values(uris).map((uri) => ippPrinter(uri))]
  const setting = (kind: PrinterKind) => {
    const uri = uris[kind]
    const printerId = uri === undefined ? virtual.id : ippPrinter(uri).id
    return { printerId, defaultOrSpecific: 'default', paperFormat: kind === 'form' ? 'A4' : '4x6' } as const
  }
  return jobQueue({
    journal,
    config: () => ({ mailing: setting('mailing'), shipping: setting('shipping'), form: setting('form') }),
    printer: (id) => ports.find((port) => port.id === id),
    fetch: inMemory(({ width_mm, height_mm }) => aPdf({ width_mm, height_mm })),
    limitRate: async () => {},
    pause: { resumed: async () => {} },
    now,
    onJob: () => {},
  })
}

const paper = (kind: PrinterKind, type: DocumentType, size: typeof A4): PrintArgs => ({
  job_id: `shipment-1:first:${type}`,
  kind,
  title: type === 'label' ? 'International Tracked' : type.toUpperCase(),
  copies: 1,
  documents: [{ type, url: '', sha256: '', ...size, pages: 1 }],
})
const label = paper('shipping', 'label', LABEL)
const form = paper('form', 'cn22', A4)

const endOf = (args: PrintArgs, state: string) =>
  vi.waitFor(() => expect(journal.find(args.job_id)?.state).toBe(state), { timeout: 15_000 })

test('prints label and customs form of a parcel on their own printers, once each', async () => {
  const [labels, sheets] = [await aPrinter('label4x6'), await aPrinter('a4')]
  const jobs = aQueue({ shipping: labels.uri, form: sheets.uri })
  for (const args of [label, form, label, form]) jobs.submit(args)
  await Promise.all([endOf(label, 'printed'), endOf(form, 'printed')])
  for (const args of [label, form]) expect(jobs.submit(args).state).toBe('printed')
  await jobs.stop()
  expect(labels.printed()).toEqual(['na_index-4x6_4x6in 1 International Tracked'])
  expect(sheets.printed()).toEqual(['iso_a4_210x297mm 1 CN22'])
})

test('refuses a form on a label roll with both sizes and sends nothing, but prints the label', async () => {
  const labels = await aPrinter('label4x6')
  const jobs = aQueue({ shipping: labels.uri, form: labels.uri })
  jobs.submit(form)
  jobs.submit(label)
  await Promise.all([endOf(label, 'printed'), endOf(form, 'failed')])
  await jobs.stop()
  expect(journal.find(form.job_id)?.error).toMatchObject({
    code: 'media_mismatch',
    media: { from: 'loaded', sizes: [LABEL], needed: A4 },
  })
  expect(labels.printed()).toHaveLength(1)
})

test('stores both on the virtual printer by default, with distinct names', async () => {
  const jobs = aQueue({})
  for (const args of [label, form]) jobs.submit(args)
  await Promise.all([endOf(label, 'printed'), endOf(form, 'printed')])
  await jobs.stop()
  const files = fs.readdirSync(path.join(folder, 'printed'))
  expect(files.filter((name) => /-form-cn22-CN22-\w+\.(pdf|png)$/.test(name))).toHaveLength(2)
  expect(files.filter((name) => /-shipping-label-International-Tracked-\w+\.(pdf|png)$/.test(name))).toHaveLength(2)
  expect(files).toHaveLength(4)
})
