import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DotPage } from '../../documents/pdf-to-dots.ts'
import { renderDots } from '../../documents/read-pdf.ts'
import { aPdf } from '../../testing/a-pdf.ts'
import { fakeIppPrinter, IPP, ippAnswer } from '../../testing/fake-ipp-printer.ts'
import { startIppPrinter } from '../../testing/ipp-test-printer.ts'
import { ippPrinter } from './ipp-printer.ts'
import { pwgRaster } from './pwg-raster.ts'

let dir: string
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-raster-'))
})
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }))

const never = new AbortController().signal
const media = 'na_index-4x6_4x6in'
const order = {
  job_id: 'job-00001',
  kind: 'mailing' as const,
  type: 'label' as const,
  title: 'Label',
  copies: 2,
  labels: 4,
  pdf: aPdf({ pages: 2, drawing: '[0.7 0.5] 0 d 432 w 0 216 m 288 216 l S' }),
  width_mm: 101.6,
  height_mm: 152.4,
  media,
}

/** A decoder written from the standard, without code of the encoder. */
function unpack(raster: Buffer): { pages: DotPage[]; dpi: number[]; points: number[] } {
  expect(raster.toString('latin1', 0, 4)).toBe('RaS2')
  const pages: DotPage[] = []
  let [dpi, points]: number[][] = [[], []]
  for (let at = 4; at < raster.length;) {
    const start = at
    const number = (place: number) => raster.readUInt32BE(start + place)
    expect(raster.toString('latin1', at, at + 10)).toBe('PwgRaster\0')
    expect([384, 388, 396, 400, 420].map(number)).toEqual([8, 8, 0, 18, 1])
    const [width, height] = [number(372), number(376)]
    expect(number(392)).toBe(width)
    dpi = [number(276), number(280)]
    points = [number(352), number(356)]
    at += 1796
    const black = new Uint8Array(width * height)
    for (let y = 0; y < height;) {
      const repeats = raster[at++]! + 1
      const line: number[] = []
      while (line.length < width) {
        const control = raster[at++]!
        const isRun = control < 128
        const length = isRun ? control + 1 : 257 - control
        line.push(...(isRun ? Array<number>(length).fill(raster[at]!) : raster.subarray(at, at + length)))
        at += isRun ? 1 : length
      }
      expect(line).toHaveLength(width)
      const row = line.map((grey) => (grey === 0 ? 1 : 0))
      for (let count = 0; count < repeats; count++) black.set(row, y++ * width)
    }
    pages.push({ width, height, black })
  }
  return { pages, dpi: dpi!, points: points! }
}

test('sends a printer without PDF every dot of the document', async () => {
  const printer = await startIppPrinter({ dir, onlyRaster: true })
  try {
    expect(await ippPrinter(printer.uri).print(order, () => {}, never)).toEqual({ state: 'printed' })
    expect(printer.printed()).toEqual([`${media} 2 Label`])
    const kept = fs.readdirSync(printer.spoolDir, { recursive: true, encoding: 'utf8' })
    const file = kept.find((name) => /\.(pwg|ras)$/.test(name)) ?? ''
    const { pages, dpi, points } = unpack(fs.readFileSync(path.join(printer.spoolDir, file)))
    expect({ dpi, points }).toEqual({ dpi: [300, 300], points: [288, 432] })
    const drawn = await renderDots(order.pdf)
    expect(pages.map(({ width, height }) => [width, height])).toEqual(drawn.map(({ width, height }) => [width, height]))
    for (const [at, { black }] of drawn.entries()) expect(Buffer.compare(pages[at]!.black, black)).toBe(0)
  } finally {
    await printer.stop()
  }
})

test('splits long runs and repeated lines at the limits of the standard', () => {
  const [width, height] = [300, 700]
  const black = new Uint8Array(width * height).map((_, at) => (at % width === 299 || at > 600 * width ? 1 : 0))
  const [page] = unpack(Buffer.from(pwgRaster([{ width, height, black }], 300))).pages
  expect(Buffer.compare(page!.black, black)).toBe(0)
})

test('a blank page of 600 lines is three repeated lines', () => {
  const blank = pwgRaster([{ width: 8, height: 600, black: new Uint8Array(8 * 600) }], 300)
  const [header, line] = [4 + 1796, 1 + 2]
  expect(blank).toHaveLength(header + 3 * line)
})

test('the header of a page says its size, its kind of dots, the number of pages and the media, and nothing else', () => {
  const page = { width: 600, height: 2, black: new Uint8Array(1_200) }
  const raster = Buffer.from(pwgRaster([page, page], 300, `${'m'.repeat(62)}no`))
  const header = raster.subarray(4, 4 + 1796)
  expect(header.toString('latin1', 0, 12)).toBe('PwgRaster\0\0\0')
  expect(header.toString('latin1', 1732)).toBe(`${'m'.repeat(62)}n\0`)
  const words = Array.from({ length: (1732 - 12) / 4 }, (_, at) => [12 + 4 * at, header.readUInt32BE(12 + 4 * at)])
  expect(Object.fromEntries(words.filter(([, value]) => value !== 0))).toEqual({
    276: 300, // dots per inch across and along
    280: 300,
    340: 1, // copies
    352: 144, // points
    372: 600, // dots
    376: 2,
    384: 8, // bits of a colour and of a dot
    388: 8,
    392: 600, // bytes of a line
    400: 18, // grey
    420: 1, // colours
    452: 2, // pages
    456: 1, // as it is fed, across and along
    460: 1,
  })
})

test('sends nothing to a printer whose raster is too coarse', async () => {
  const coarse = ippAnswer(0, [
    IPP.printer,
    [IPP.enum, 'printer-state', 3],
    [IPP.keyword, 'media-supported', media],
    [0x49, 'document-format-supported', 'image/pwg-raster'],
  ])
  const fake = await fakeIppPrinter(() => coarse)
  const printing = ippPrinter(fake.uri).print(order, () => {}, never)
  await expect(printing).rejects.toHaveProperty('fault.code', 'resolution_too_low')
  expect(fake.asked).toEqual([0x0b])
  await fake.stop()
})

test.each([
  [['image/pwg-raster'], true],
  [['image/pwg-raster', 'application/pdf'], undefined],
  [['application/pdf'], undefined],
  [['image/urf'], undefined],
])('supports an offset on a printer of %j: %s', async (formats, can_offset) => {
  const documents = formats.map((format, at) => [0x49, at === 0 ? 'document-format-supported' : '', format] as const)
  const fake = await fakeIppPrinter(() => ippAnswer(0, [IPP.printer, [IPP.enum, 'printer-state', 3], ...documents]))
  expect((await ippPrinter(fake.uri).describe()).can_offset).toBe(can_offset)
  await fake.stop()
})

/** The bytes of a resolution: across, down, and the unit, which is the inch. */
const AT_300_DPI = '\0\0\x01\x2c\0\0\x01\x2c\x03'

test('refuses an offset that would move ink off the page before anything is sent', async () => {
  const raster = ippAnswer(0, [
    IPP.printer,
    [IPP.enum, 'printer-state', 3],
    [IPP.keyword, 'media-supported', media],
    [0x49, 'document-format-supported', 'image/pwg-raster'],
    [0x32, 'printer-resolution-supported', AT_300_DPI],
  ])
  const fake = await fakeIppPrinter(() => raster)
  const printing = ippPrinter(fake.uri).print(
    { ...order, offset: { printerId: 'p', width_mm: 101.6, height_mm: 152.4, x_mm: -0.1 } },
    () => {},
    never,
  )
  await expect(printing).rejects.toHaveProperty('fault.code', 'offset_too_large')
  expect(fake.asked).toEqual([0x0b])
  await fake.stop()
})
