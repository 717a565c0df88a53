import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PNG } from 'pngjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPdf } from '../../testing/a-pdf.ts'
import type { PrintOrder } from '../printer.ts'
import { virtualLabelPrinter, virtualPrinter } from './virtual-printer.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-virtual-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const now = () => new Date('2026-11-21T09:30:15Z')
const label = aPdf()
const print = (change: Partial<PrintOrder> = {}) => {
  const order = {
    job_id: 'job-00000001',
    kind: 'mailing',
    type: 'label',
    title: 'Label',
    copies: 1,
    labels: 1,
  } as const
  const page = { pdf: label, width_mm: 101.6, height_mm: 152.4, media: undefined }
  return virtualPrinter(folder, now).print({ ...order, ...page, ...change }, () => {}, new AbortController().signal)
}
const printed = (ending: string): string[] => fs.readdirSync(folder).filter((name) => name.endsWith(ending))
const read = (name: string): Buffer => fs.readFileSync(path.join(folder, name))

test('stores a 4x6 label unchanged, and as a picture of 1200 by 1800 dots at 300 dpi', async () => {
  expect(await print()).toEqual({ state: 'printed' })
  expect(read(printed('.pdf')[0]!).equals(label)).toBe(true)
  const { width, height, data } = PNG.sync.read(read(printed('.png')[0]!))
  expect([width, height]).toEqual([1200, 1800])
  const greyAt = (x: number, y: number) => data[(y * width + x) * 4]
  // the square of an inch in the lower left corner is exactly 300 dots wide
  expect([greyAt(0, 1799), greyAt(299, 1500), greyAt(300, 1799), greyAt(0, 1499)]).toEqual([0, 0, 255, 255])
})

test('the virtual label printer prints dots at 203 dpi, and says that it is one', async () => {
  const printer = virtualLabelPrinter(folder, now)
  expect(await printer.describe()).toMatchObject({ resolutions_dpi: [203], thermal_dpi: 203 })
  const order = {
    job_id: 'job-00000001',
    kind: 'mailing',
    type: 'label',
    title: 'Label',
    copies: 1,
    labels: 1,
  } as const
  const page = { pdf: label, width_mm: 101.6, height_mm: 152.4, media: undefined }
  await printer.print({ ...order, ...page }, () => {}, new AbortController().signal)
  const { width, height } = PNG.sync.read(read(printed('.png')[0]!))
  expect([width, height]).toEqual([812, 1218])
})

test('applies the offset of its media to the picture, not to the document', async () => {
  const media = 'na_index-4x6_4x6in'
  const offset = { printerId: 'virtual', width_mm: 101.6, height_mm: 152.4, x_mm: 2.5, y_mm: -1 }
  await print({ media, offset })
  expect(read(printed('.pdf')[0]!).equals(label)).toBe(true)
  const { width, data } = PNG.sync.read(read(printed('.png')[0]!))
  const greyAt = (x: number, y: number) => data[(y * width + x) * 4]
  // 2.5 mm are 30 dots, 1 mm is 12
  expect([greyAt(30, 1787), greyAt(329, 1488), greyAt(29, 1787), greyAt(30, 1788)]).toEqual([0, 0, 255, 255])
  await expect(print({ media, offset: { ...offset, x_mm: -0.1 } })).rejects.toHaveProperty(
    'fault.code',
    'offset_too_large',
  )
})

test('writes a picture for each page, and files for each copy', async () => {
  await print({ pdf: aPdf({ pages: 2 }), copies: 2 })
  expect(printed('.png')).toHaveLength(4)
  expect(printed('.pdf')).toHaveLength(2)
})

test.each(['../../etc/passwd', 'a/b\\c:d', '..', '', '郵便'])('keeps the title %j inside the folder', async (title) => {
  expect(await print({ title })).toEqual({ state: 'printed' })
  expect(fs.readdirSync(folder)).toHaveLength(2)
})

test('names each file after the kind of printer and the document', async () => {
  await print({ kind: 'shipping', title: 'International Tracked ZZ000000005GB' })
  await print({ job_id: 'job-00000002', kind: 'form', type: 'cn22', title: 'CN22 ZZ000000005GB' })
  expect(printed('.pdf').map((name) => name.replace(/-[0-9a-f]{8}\.pdf$/, ''))).toEqual([
    '20261121-093015-form-cn22-CN22-ZZ000000005GB',
    '20261121-093015-shipping-label-International-Tracked-ZZ000000005GB',
  ])
})

test('stores two documents of one job', async () => {
  await print()
  await print({ type: 'receipt' })
  expect(printed('.pdf')).toHaveLength(2)
})

test('stores two jobs with one title in one second', async () => {
  await print()
  await print({ job_id: 'job-00000002' })
  expect(printed('.pdf')).toHaveLength(2)
})

test('leaves no partial files', async () => {
  await print()
  expect(printed('.tmp')).toEqual([])
})
