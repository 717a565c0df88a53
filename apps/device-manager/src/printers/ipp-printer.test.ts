import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startIppPrinter, type IppTestPrinter } from '../testing/ipp-test-printer.ts'
import { smallPdf } from '../testing/small-pdf.ts'
import { ippPrinter } from './ipp-printer.ts'
import type { PrintOrder } from './printer.ts'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-ipp-'))
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }))

const started: IppTestPrinter[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((printer) => printer.stop()))
})

async function start(options: Omit<Parameters<typeof startIppPrinter>[0], 'dir'> = {}): Promise<IppTestPrinter> {
  const printer = await startIppPrinter({ dir, ...options })
  started.push(printer)
  return printer
}

const label = smallPdf([288, 432])
const anOrder = (change: Partial<PrintOrder> = {}): PrintOrder => ({
  job_id: 'job-00000001',
  title: 'Label for Owain Parry',
  copies: 1,
  pdf: label,
  width_mm: 101.6,
  height_mm: 152.4,
  media: 'na_index-4x6_4x6in',
  ...change,
})
const nobodyCancels = new AbortController().signal
const documentsIn = ({ spoolDir }: IppTestPrinter): string[] =>
  fs.readdirSync(spoolDir).filter((name) => name.endsWith('.pdf'))

test('a printer tells its name, its paper with the size, and how finely it prints', async () => {
  const { uri } = await start({ name: 'Label printer' })
  const paper = { name: 'na_index-4x6_4x6in', width_mm: 101.6, height_mm: 152.4 }
  expect(await ippPrinter(uri).describe()).toEqual({
    id: `ipp:${uri}`,
    name: 'Label printer',
    driver: 'ipp',
    state: 'ready',
    reasons: [],
    media: [paper],
    media_ready: [paper],
    resolutions_dpi: [203, 300],
  })
})

test('a label is printed: the printer has it byte for byte, and says so itself', async () => {
  const printer = await start()
  let spooled = 0
  const outcome = await ippPrinter(printer.uri).print(anOrder(), () => spooled++, nobodyCancels)
  expect(outcome).toEqual({ state: 'printed' })
  expect(spooled).toBe(1)
  const [received, ...others] = documentsIn(printer)
  expect(fs.readFileSync(path.join(printer.spoolDir, received!)).equals(label)).toBe(true)
  expect(others).toEqual([])
})

test('without a chosen paper, paper of the size of the document is asked for', async () => {
  const printer = await start()
  const outcome = await ippPrinter(printer.uri).print(anOrder({ media: undefined }), () => {}, nobodyCancels)
  expect(outcome.state).toBe('printed')
})

test('a title longer than IPP allows does not stop a label', async () => {
  const printer = await start()
  const outcome = await ippPrinter(printer.uri).print(anOrder({ title: '郵'.repeat(120) }), () => {}, nobodyCancels)
  expect(outcome.state).toBe('printed')
})

test.each([undefined, 'na_index-4x6_4x6in'])('nothing is sent when other paper is loaded (%s)', async (media) => {
  const printer = await start({ media: 'a4' })
  const outcome = await ippPrinter(printer.uri).print(anOrder({ media }), () => {}, nobodyCancels)
  expect(outcome).toMatchObject({ state: 'failed', fault: { code: 'media_mismatch' } })
  expect(outcome).toHaveProperty('fault.description', expect.stringContaining('Loaded: 210 x 297 mm.'))
  expect(outcome).toHaveProperty('fault.description', expect.stringContaining('Needed: 101.6 x 152.4 mm.'))
  expect(documentsIn(printer)).toEqual([])
})

test('a job that the printer gives up has failed, with the reasons of the printer', async () => {
  const { uri } = await start({ fail: true })
  const outcome = await ippPrinter(uri).print(anOrder(), () => {}, nobodyCancels)
  expect(outcome).toMatchObject({ state: 'failed', fault: { code: 'printer_stopped' } })
  expect(outcome).toHaveProperty('fault.description', expect.stringMatching(/media-empty, media-needed\.$/))
  expect(await ippPrinter(uri).describe()).toMatchObject({ reasons: ['media-empty', 'media-needed'] })
})

test('a job that is cancelled in time ends cancelled, on the word of the printer', async () => {
  const { uri } = await start({ hold: true })
  const cancel = new AbortController()
  const outcome = await ippPrinter(uri).print(anOrder(), () => setTimeout(() => cancel.abort(), 200), cancel.signal)
  expect(outcome).toMatchObject({ state: 'cancelled', fault: { code: 'cancelled' } })
})

test('a job that does not end in time is cancelled, and nobody can say what came out', async () => {
  const { uri } = await start({ hold: true })
  const outcome = await ippPrinter(uri, { printMs: 300 }).print(anOrder(), () => {}, nobodyCancels)
  expect(outcome).toMatchObject({ state: 'unknown', fault: { code: 'outcome_unknown' } })
})

test('a printer that is switched off is offline, and nothing was sent to it', async () => {
  const printer = await start()
  await printer.stop()
  const off = ippPrinter(printer.uri)
  expect(await off.describe()).toMatchObject({ state: 'offline', media: [], reasons: [] })
  expect(await off.print(anOrder(), () => {}, nobodyCancels)).toMatchObject({ state: 'failed' })
})
