import { expect, test } from 'vitest'
import { describeIpp, idOf } from './ipp-description.ts'
import type { IppAttributes } from './ipp-codec.ts'

const URI = 'ipp://192.0.2.7/printers/Goods%20In'
const PDF: IppAttributes = { 'document-format-supported': ['application/pdf'] }
const MEDIA = 'iso_a4_210x297mm'
const SIZE = { name: MEDIA, width_mm: 210, height_mm: 297 }
const described = (attributes: IppAttributes | undefined, unreadable?: 'queue-raw') =>
  describeIpp(URI, attributes, () => unreadable)

test('describes all that a printer reports', () => {
  const about = described({
    ...PDF,
    'printer-info': ['Desk'],
    'printer-name': ['desk1'],
    'printer-state': [3],
    'printer-state-reasons': ['none'],
    'media-supported': [MEDIA],
    'media-ready': [MEDIA],
    'media-default': [MEDIA],
    'printer-resolution-supported': [{ x: 300, y: 600, unit: 'dpi' }],
  })
  expect(about).toEqual({
    id: `ipp:${URI}`,
    name: 'Desk',
    driver: 'ipp',
    state: 'ready',
    reasons: [],
    media: [SIZE],
    media_ready: [SIZE],
    media_default: SIZE,
    resolutions_dpi: [300],
  })
})

test.each<[string, IppAttributes]>([
  ['Desk', { 'printer-info': ['Desk'], 'printer-name': ['desk1'] }],
  ['desk1', { 'printer-info': [''], 'printer-name': ['desk1'] }],
  ['Goods In', {}],
])('is called %s', (name, attributes) => expect(described(attributes).name).toBe(name))

const nameAt = (uri: string) => describeIpp(uri, undefined, () => undefined).name

test('is called as its address ends, also before a slash, or as a whole when it has no name', () => {
  expect(nameAt('ipp://192.0.2.7/ipp/print/')).toBe('print')
  expect(nameAt('ipp://192.0.2.7')).toBe('ipp://192.0.2.7')
})

test.each<[string, IppAttributes | undefined, string]>([
  ['does not answer', undefined, 'offline'],
  ['is idle', { 'printer-state': [3] }, 'ready'],
  ['is processing', { 'printer-state': [4] }, 'printing'],
  ['has stopped', { 'printer-state': [5] }, 'stopped'],
  ['reports a state that the standard does not know', { 'printer-state': [6] }, 'stopped'],
  ['reports no state', {}, 'stopped'],
])('a printer that %s', (_what, attributes, state) => expect(described(attributes).state).toBe(state))

test('a printer that can read no document is stopped, and that is its first reason', () => {
  const attributes: IppAttributes = {
    'printer-state': [3],
    'printer-state-reasons': ['media-low-warning', 'cover-open-error', 'toner-low-report', 'paused'],
  }
  const reasons = ['media-low', 'cover-open', 'toner-low', 'paused']
  expect(described(attributes)).toMatchObject({ state: 'ready', reasons })
  expect(described(attributes, 'queue-raw')).toMatchObject({ state: 'stopped', reasons: ['queue-raw', ...reasons] })
  expect(described(undefined, 'queue-raw')).toMatchObject({ state: 'offline', reasons: [] })
})

test('has a default media and an offset only where the printer has them', () => {
  expect(Object.keys(described({ ...PDF, 'media-default': ['custom'] }))).not.toContain('media_default')
  expect(Object.keys(described(PDF))).not.toContain('can_offset')
  expect(described({ 'document-format-supported': ['image/pwg-raster'] })).toMatchObject({ can_offset: true })
})

test('has an id of at most 200 characters', () => {
  expect(idOf(`ipp://${'x'.repeat(300)}`)).toHaveLength(200)
  expect(idOf(URI)).toBe(`ipp:${URI}`)
})
