import { expect, test } from 'vitest'
import { aPdf } from '../../testing/a-pdf.ts'
import { order } from '../../testing/ipp-label.ts'
import type { IppAttributes } from './ipp-codec.ts'
import { documentFor, takesDots, unreadableOf } from './ipp-document.ts'

const [PDF, RASTER, TEXT] = ['application/pdf', 'image/pwg-raster', 'text/plain']
const reads = (...formats: string[]): IppAttributes => ({ 'document-format-supported': formats })
const QUEUE = { 'device-uri': ['socket://printer'] }
const MEDIA = { 'media-supported': ['oe_label_4x6in'] }

test.each<[string, IppAttributes, string | undefined, boolean]>([
  // a printer                              attributes                            unreadable            gets dots
  ['that reads PDF', reads(TEXT, PDF), undefined, false],
  ['that reads PDF and dots', reads(PDF, RASTER), undefined, false],
  ['that reads dots only', reads(TEXT, RASTER), undefined, true],
  ['that reads neither', reads(TEXT), 'format-unsupported', false],
  ['that names no format', {}, 'format-unsupported', false],
  ['that names no media', reads(PDF), undefined, false],
  ['behind a queue with a driver', { ...QUEUE, ...MEDIA, ...reads(PDF) }, undefined, false],
  ['behind a queue without a driver', { ...QUEUE, ...reads(PDF) }, 'queue-raw', false],
])('chooses the document format for a printer %s', (_case, printer, unreadable, dots) => {
  expect(unreadableOf(printer)).toBe(unreadable)
  expect(takesDots(printer)).toBe(dots)
})

const inDpi = (...list: number[]) => list.map((dpi) => ({ x: dpi, y: dpi, unit: 'dpi' as const }))

test.each([
  // for a raster   of the printer   drawn at
  [[300], [600], 300],
  [[1_200, 600], [], 600],
  [[], [203, 600], 600],
  [[300], [], 300],
])('draws for a printer of %j and %j dpi at %i', async (ofRaster, others, dpi) => {
  const printer = {
    ...reads(RASTER),
    'pwg-raster-document-resolution-supported': inDpi(...ofRaster),
    'printer-resolution-supported': inDpi(...others),
  }
  const { bytes } = await documentFor({ ...order, pdf: aPdf() }, printer, undefined)
  expect(Buffer.from(bytes).readUInt32BE(4 + 276)).toBe(dpi)
})

test.each([
  [[203], [600]],
  [[], [299]],
  [[], []],
])('refuses a printer of %j and %j dpi', async (ofRaster, others) => {
  const printer = {
    ...reads(RASTER),
    'pwg-raster-document-resolution-supported': inDpi(...ofRaster),
    'printer-resolution-supported': inDpi(...others),
  }
  await expect(documentFor({ ...order, pdf: aPdf() }, printer, undefined)).rejects.toMatchObject({
    fault: { code: 'resolution_too_low' },
  })
})

test('passes a PDF on unchanged, and draws nothing that cannot be read', async () => {
  const pdf = aPdf()
  expect(await documentFor({ ...order, pdf }, reads(PDF), undefined)).toEqual({ format: PDF, bytes: pdf })
  await expect(documentFor({ ...order, pdf }, reads(TEXT), undefined)).rejects.toMatchObject({
    fault: { code: 'format_unsupported' },
  })
})

test('draws at the coarsest resolution that is fine enough', async () => {
  const resolutions = [203, 600, 300].map((dpi) => ({ x: dpi, y: dpi, unit: 'dpi' as const }))
  const printer = { ...reads(RASTER), 'pwg-raster-document-resolution-supported': resolutions }
  const { format, bytes } = await documentFor({ ...order, pdf: aPdf() }, printer, undefined)
  expect(format).toBe(RASTER)
  expect(Buffer.from(bytes).readUInt32BE(4 + 276)).toBe(300)
})
