import type { PrinterConfigs } from '@postroom/contract/device-messages'
import { MESSAGE_LIMIT_CHARS } from '@postroom/contract/hub-wire'
import { expect, test } from 'vitest'
import { anOfficePrinter } from '../testing/an-office-printer.ts'
import { inBrief, printersToReport } from './printers-to-report.ts'

const fifty = (changes = {}) => Array.from({ length: 50 }, (_, n) => inBrief(anOfficePrinter(10 + n, changes)))

test('reports only the media used for labels and forms', () => {
  const roll = { name: 'DK-22205', width_mm: 62, height_mm: 1000, endless: true } as const
  const { media } = anOfficePrinter(10)
  const reported = inBrief(anOfficePrinter(10, { media: [...media, roll] })).media.map(({ name }) => name)
  expect(reported).toEqual(['iso_a4_210x297mm', 'na_index-4x6_4x6in', 'na_letter_8.5x11in', 'DK-22205'])
})

test.each([
  ['Desk\nprinter', 'Desk printer'],
  ['\u200b', 'ipp: 10'],
])('a printer that is named %j is reported as %j', (name, reported) => {
  expect(inBrief({ ...anOfficePrinter(10), id: 'ipp:\t10', name }).name).toBe(reported)
})

test('fits fifty office printers with forty media each into one message', () => {
  const reported = printersToReport(fifty(), {})
  expect(reported).toHaveLength(50)
  expect(JSON.stringify(reported).length).toBeLessThan(MESSAGE_LIMIT_CHARS)
})

test('reports as many printers as fit into one message, chosen ones first', () => {
  const talkative = fifty({ reasons: Array<string>(20).fill('é'.repeat(50)) })
  const last = talkative[49]!
  const config: PrinterConfigs = { form: { printerId: last.id, defaultOrSpecific: 'default', paperFormat: 'A4' } }
  const reported = printersToReport(talkative, config)
  expect(Buffer.byteLength(JSON.stringify(reported))).toBeLessThan(MESSAGE_LIMIT_CHARS)
  expect(reported).toEqual([...talkative.slice(0, reported.length - 1), last])
  const first: PrinterConfigs = { form: { ...config.form!, printerId: talkative[0]!.id } }
  expect(printersToReport(talkative, first)).toHaveLength(reported.length)
})
