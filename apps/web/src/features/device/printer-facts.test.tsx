import type { Printer } from '@postroom/contract/device-messages'
import { expect, it } from 'vitest'
import { CONFIGS, PRINTER } from '../../testing/fake-device.ts'
import { show } from '../../testing/show.tsx'
import { PrinterFacts } from './printer-facts.tsx'
import { sampleDraft } from './sample-draft.ts'

const LABEL = { name: '', width_mm: 102, height_mm: 152 }
it.each([
  [{}, true, '300 dpi · The printer does not report which paper it holds.'],
  [{}, false, '300 dpi'],
  [{ resolutions_dpi: [] }, false, ''],
  [{ resolutions_dpi: [203, 600, 300] }, false, '600 dpi'],
  [{ thermal_dpi: 203 }, false, '203 dpi, labels are drawn for it'],
  [{ thermal_dpi: 300, resolutions_dpi: [600] }, false, '300 dpi'],
  [{ model: 'QL-1110NWB', language: 'zpl' }, false, 'QL-1110NWB · 300 dpi · ZPL'],
  [{ model: PRINTER.name }, false, '300 dpi'],
  [{ media_ready: [LABEL] }, true, '300 dpi · In the printer: 102 × 152 mm'],
  [{ media_ready: [LABEL] }, false, '300 dpi · In the printer: 102 × 152 mm'],
] as [Partial<Printer>, boolean, string][])('a printer %o that is well (%s): %s', (change, isWell, words) => {
  show(<PrinterFacts printer={{ ...PRINTER, ...change }} isWell={isWell} />)
  expect(document.querySelector('p')).toHaveTextContent(new RegExp(`^${words.replaceAll(/[.()]/g, '\\$&')}$`))
})

it('says nothing of a printer that is not there', () => {
  show(<PrinterFacts printer={undefined} isWell />)
  expect(document.querySelector('p')).toBeEmptyDOMElement()
})

const ROLL = { ...CONFIGS.mailing, defaultOrSpecific: 'specific' as const, paperFormat: 'roll_62' as const }
it.each([
  ['mailing', CONFIGS.mailing, 'letter', '4x6', ''],
  ['mailing', ROLL, 'letter', '1X', 'DK-22205'],
  ['mailing', undefined, 'letter', '4x6', ''],
  ['shipping', CONFIGS.shipping, 'small_parcel', '4x6', ''],
  ['form', CONFIGS.form, 'small_parcel', 'A4', ''],
  ['form', { ...ROLL, paperFormat: 'A4' as const }, 'small_parcel', 'A4', ''],
] as const)('the sample for the %s printer set to %o', (kind, config, packaging, size, label_name) => {
  const address = { name: 'Test print', address1: '1 Test Street', city: 'London', postal_code: 'SW1A 1AA' }
  expect(sampleDraft(kind, config, 'an-account', '2026-11-25')).toEqual({
    service: '1SF',
    options: [{ code: 'signed_for' }],
    shipping_date: '2026-11-25',
    to: address,
    from: address,
    parcels: [{ packaging, weight: { value: 50, units: 'G' } }],
    label: { size },
    meta_data: { label_name },
    by: 'an-account',
  })
})
