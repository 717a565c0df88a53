import { expect, test } from 'vitest'
import type { IppAttributes } from './ipp-codec.ts'
import { takesDots, unreadableOf } from './ipp-document.ts'

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
