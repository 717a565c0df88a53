import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startIppPrinter, type IppTestPrinter } from '../../testing/ipp-test-printer.ts'
import { aPdf } from '../../testing/a-pdf.ts'
import { ippPrinter } from './ipp-printer.ts'
import type { PrintOrder } from '../printer.ts'

const printers: IppTestPrinter[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(printers.splice(0).map((printer) => printer.stop()))
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
})

async function aPrinter(fail?: 'empty' | 'stuck'): Promise<IppTestPrinter> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-ipp-'))
  folders.push(dir)
  const printer = await startIppPrinter({ dir, name: 'Label bench', ...(fail && { fail }) })
  printers.push(printer)
  return printer
}

const ORDER: PrintOrder = {
  job_id: 'job-00001',
  kind: 'mailing',
  type: 'label',
  title: 'Letter to Cardiff',
  copies: 2,
  labels: 2,
  pdf: aPdf(),
  width_mm: 101.6,
  height_mm: 152.4,
  media: 'na_index-4x6_4x6in',
}
const never = new AbortController().signal

test('describes a real printer, and prints on the exact media without scaling', async () => {
  const { uri, spoolDir, printed } = await aPrinter()
  const port = ippPrinter(uri)
  expect(await port.describe()).toMatchObject({
    id: `ipp:${uri}`,
    name: 'Label bench',
    driver: 'ipp',
    state: 'ready',
    media_ready: [{ name: 'na_index-4x6_4x6in', width_mm: 101.6, height_mm: 152.4 }],
    media: [{ name: 'na_index-4x6_4x6in' }, { name: 'om_small-label_62x100mm', width_mm: 62, height_mm: 100 }],
    resolutions_dpi: [203, 300],
  })
  let spooled = 0
  expect(await port.print(ORDER, () => spooled++, never)).toEqual({ state: 'printed' })
  expect(spooled).toBe(1)
  expect(printed()).toEqual(['na_index-4x6_4x6in 2 Letter to Cardiff'])
  const [kept] = fs.readdirSync(spoolDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf'))
  expect(fs.readFileSync(path.join(spoolDir, kept ?? ''))).toEqual(ORDER.pdf)
})

test('fails a job on a printer without paper, with the reason', async () => {
  const { uri } = await aPrinter('empty')
  const outcome = await ippPrinter(uri).print(ORDER, () => {}, never)
  expect(outcome).toMatchObject({ state: 'failed', fault: { code: 'printer_stopped' } })
  expect(outcome).toHaveProperty('fault.description', expect.stringContaining('media-empty'))
})

test('cancels a job that does not end, with outcome unknown', async () => {
  const { uri } = await aPrinter('stuck')
  const outcome = await ippPrinter(uri, { printMs: 1_000, cancelMs: 1_000 }).print(ORDER, () => {}, never)
  expect(outcome).toMatchObject({ state: 'unknown', fault: { code: 'outcome_unknown' } })
  expect(outcome).toHaveProperty('fault.description', expect.stringContaining('media-empty'))
})

test('cancels a job that hangs', async () => {
  const { uri } = await aPrinter('stuck')
  const abort = new AbortController()
  const outcome = ippPrinter(uri, { cancelMs: 1_000 }).print(
    ORDER,
    () => setTimeout(() => abort.abort(), 300),
    abort.signal,
  )
  expect((await outcome).state).toMatch(/^(cancelled|unknown)$/)
})

test('reports an unreachable printer as offline, and sends nothing', async () => {
  const port = ippPrinter('ipp://127.0.0.1:9/ipp/print')
  expect(await port.describe()).toMatchObject({ state: 'offline', media: [], media_ready: [] })
  expect(await port.print(ORDER, () => {}, never)).toMatchObject({ state: 'failed' })
})
