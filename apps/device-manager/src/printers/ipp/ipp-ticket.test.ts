import { expect, test } from 'vitest'
import type { PrintOrder } from '../printer.ts'
import type { IppAttributes } from './ipp-codec.ts'
import { changedIn, refusedOf, settingsFault, ticketFor } from './ipp-ticket.ts'

const PDF: IppAttributes = { 'document-format-supported': ['application/pdf'] }
const RASTER: IppAttributes = { 'document-format-supported': ['image/pwg-raster'] }
const dpi = (x: number) => ({ x, y: x, unit: 'dpi' as const })
const order = (changes: Partial<PrintOrder> = {}) => ({ copies: 1, media: undefined, ...changes }) as PrintOrder

test('sets everything that could spoil a label, where the printer supports it', () => {
  const all: IppAttributes = {
    'print-scaling-supported': ['auto', 'none'],
    'sides-supported': ['one-sided', 'two-sided-long-edge'],
    'number-up-supported': [1, 2, 4],
    'orientation-requested-supported': [3, 4, 5, 6],
    'job-sheets-supported': ['none', 'standard'],
    'job-hold-until-supported': ['no-hold', 'indefinite'],
    'copies-supported': [[1, 9]],
    'printer-resolution-supported': [dpi(300)],
  }
  expect(ticketFor(order({ copies: 9, media: 'A4' }), { ...PDF, ...all })).toEqual([
    ['integer', 'copies', 9],
    ['keyword', 'media', 'A4'],
    ['resolution', 'printer-resolution', dpi(300)],
    ['keyword', 'print-scaling', 'none'],
    ['keyword', 'sides', 'one-sided'],
    ['integer', 'number-up', 1],
    ['enum', 'orientation-requested', 3],
    ['keyword', 'job-sheets', 'none'],
    ['keyword', 'job-hold-until', 'no-hold'],
  ])
  expect(ticketFor(order(), PDF)).toEqual([])
  const others: IppAttributes = { 'sides-supported': ['two-sided-long-edge'], 'number-up-supported': [2] }
  expect(ticketFor(order(), { ...PDF, ...others })).toEqual([])
})

test('sets no resolution of a raster, which has its own', () => {
  expect(ticketFor(order(), { ...RASTER, 'printer-resolution-supported': [dpi(300)] })).toEqual([])
  expect(ticketFor(order(), { ...RASTER, 'printer-resolution-supported': [dpi(203)] })).toEqual([])
})

test.each<[string, Partial<PrintOrder>, IppAttributes, string]>([
  ['scales each document', {}, { ...PDF, 'print-scaling-supported': ['fit', 'fill'] }, 'settings_refused'],
  ['prints fewer copies', { copies: 3 }, { ...PDF, 'copies-supported': [[1, 2]] }, 'settings_refused'],
  ['prints one copy only', { copies: 2 }, PDF, 'settings_refused'],
  ['prints too coarsely', {}, { ...PDF, 'printer-resolution-supported': [dpi(203)] }, 'resolution_too_low'],
])('refuses a printer that %s', (_what, changes, printer, code) => {
  expect(() => ticketFor(order(changes), printer)).toThrow(code)
})

const TICKET = [
  ['keyword', 'media', 'A4'],
  ['resolution', 'printer-resolution', dpi(600)],
  ['integer', 'copies', 2],
] as const

test('finds the settings that a printer ignores, in the order of the ticket', () => {
  expect(refusedOf(TICKET, ['copies', 'media', 'finishings'])).toEqual(['media', 'copies'])
})

test.each<[string, IppAttributes, string[]]>([
  ['nothing', {}, []],
  ['what was requested', { media: ['A4'], 'printer-resolution': [dpi(600)], copies: [2] }, []],
  ['other media', { media: ['A5'] }, ['media']],
  ['no media', { media: [] }, ['media']],
  ['fewer copies', { copies: [1] }, ['copies']],
  ['300 dpi', { 'printer-resolution': [dpi(300)] }, []],
  ['299 dpi', { 'printer-resolution': [dpi(299)] }, ['printer-resolution']],
])('a job that reports %s', (_what, job, changed) => expect(changedIn(job, TICKET)).toEqual(changed))

test('names settings with what the job has', () => {
  const job: IppAttributes = { media: ['A5'], 'printer-resolution': [dpi(203)], copies: [1], sides: [true] }
  const { code, description } = settingsFault(['media', 'printer-resolution', 'copies', 'sides', 'number-up'], job)
  expect(code).toBe('settings_refused')
  expect(description).toMatch(/ Reported: media A5, printer-resolution 203dpi, copies 1, sides, number-up\.$/)
})
