import { expect, it } from 'vitest'
import { stubLabel } from '../../testing/click-and-drop/stub-label.ts'
import { pageImage } from '../../documents/page-image.ts'
import { readQrCode } from './read-qr-code.ts'

const FORMAT = { width_mm: 101.6, height_mm: 152.4 }
const pdfOf = (trackingNumber: string) =>
  stubLabel({ orderIdentifier: 7, createdOn: '2026-11-20T10:00:00Z', packages: [{ trackingNumber }] }, FORMAT)
const read = (bytes: Uint8Array) => readQrCode(Buffer.from(bytes).toString('base64'))
const WIDTH_AT = 16
const HEIGHT_AT = 20

it('a picture with a code is taken as it is, and a PDF as its picture', async () => {
  const pdf = await pdfOf('TT021354698GB')
  const png = await pageImage({ pdf, page: 1 })
  expect(Buffer.from((await read(png))!).equals(png)).toBe(true)
  expect(Buffer.from((await read(pdf))!).equals(png)).toBe(true)
})

it.each<[string, (png: Buffer) => Uint8Array]>([
  ['nothing', () => Buffer.alloc(0)],
  ['a text', () => Buffer.from('This is no picture of a code.')],
  ['the start of a picture', (png) => png.subarray(0, 24)],
  ['a torn picture', (png) => png.subarray(0, 200)],
  ['a picture of another kind', (png) => Buffer.concat([Buffer.from('GIF89a..'), png.subarray(8)])],
  ['a picture that is too wide', (png) => withNumber(png, WIDTH_AT, 4_001)],
  ['a picture that is too high', (png) => withNumber(png, HEIGHT_AT, 4_001)],
  ['a torn PDF', () => Buffer.from('%PDF-1.7')],
])('no code is read on %s', async (_what, change) => {
  const png = await pageImage({ pdf: await pdfOf('TT021354698GB'), page: 1 })
  expect(await read(change(Buffer.from(png)))).toBeUndefined()
})

function withNumber(png: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(value, at)
  return changed
}
