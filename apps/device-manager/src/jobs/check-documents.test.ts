import type { Printer } from '@postroom/contract/device-messages'
import { expect, test } from 'vitest'
import type { PrinterPort } from '../printers/printer.ts'
import { checkDocuments } from './check-documents.ts'

const ROLL_62 = { name: '62x100', width_mm: 62, height_mm: 100 }
const ROLL_102 = { name: '102x152', width_mm: 102, height_mm: 152 }
const LABEL = { kind: 'shipping', width_mm: 101.6, height_mm: 152.4 } as const
const CHOSEN = { printerId: 'ql', defaultOrSpecific: 'default', paperFormat: '4x6' } as const

/** A printer with this description, which must not be asked to print. */
function aPrinter(changes: Partial<Printer>): PrinterPort {
  const lists = { media: [ROLL_62, ROLL_102], media_ready: [], resolutions_dpi: [300] }
  return {
    id: 'ql',
    describe: async () => ({
      id: 'ql',
      name: 'QL',
      driver: 'brother',
      state: 'ready',
      reasons: [],
      ...lists,
      ...changes,
    }),
    print: () => Promise.reject(new Error('Nothing is printed by asking')),
  }
}

test.each<[string, Partial<Printer>, object]>([
  ['accepts the right roll', { media_ready: [ROLL_102] }, { verdict: 'fits' }],
  ['checks a printing printer too', { state: 'printing', media_ready: [ROLL_102] }, { verdict: 'fits' }],
  [
    'refuses a wrong roll and names both rolls',
    { media_ready: [ROLL_62] },
    {
      verdict: 'refused',
      error: {
        code: 'media_mismatch',
        media: {
          from: 'loaded',
          sizes: [{ width_mm: 62, height_mm: 100 }],
          needed: { width_mm: 101.6, height_mm: 152.4 },
        },
      },
    },
  ],
  ['refuses a printer that does not support the media', { media: [ROLL_62] }, { error: { code: 'media_not_offered' } }],
  [
    'refuses a printer without a roll',
    { state: 'stopped', reasons: ['media-empty'] },
    { error: { code: 'media_empty' } },
  ],
  ['is unknown for a printer that does not report its roll', {}, { verdict: 'unknown' }],
  [
    'is unknown for a printer that is off',
    { state: 'offline' },
    { verdict: 'unknown', error: { code: 'printer_offline' } },
  ],
])('%s', async (_, changes, expected) => {
  const printers = { config: { shipping: CHOSEN }, printer: () => aPrinter(changes) }
  expect(await checkDocuments(printers, [LABEL])).toMatchObject([{ kind: 'shipping', ...expected }])
})

test('checks each document at its own printer', async () => {
  const printers = {
    config: { shipping: CHOSEN },
    printer: () => aPrinter({ media_ready: [ROLL_102] }),
  }
  const form = { kind: 'form', width_mm: 210, height_mm: 297 } as const
  expect(await checkDocuments(printers, [LABEL, form])).toMatchObject([
    { kind: 'shipping', verdict: 'fits' },
    { kind: 'form', verdict: 'refused', error: { code: 'printer_not_set' } },
  ])
  const gone = { ...printers, printer: () => undefined }
  expect(await checkDocuments(gone, [LABEL])).toMatchObject([
    { verdict: 'refused', error: { code: 'printer_unknown' } },
  ])
})
