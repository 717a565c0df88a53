import { expect, it } from 'vitest'
import { printRefusal, type PrintSituation } from './print-refusal.ts'

const printer = { printerId: 'virtual', defaultOrSpecific: 'default', paperFormat: '4x6' } as const
const ready: PrintSituation = {
  packaging: 'letter',
  country: 'GB',
  connected: true,
  config: { mailing: printer, shipping: printer, form: printer },
  test: false,
  quantity: 1,
}

it.each<[string, Partial<PrintSituation>, ReturnType<typeof printRefusal>]>([
  ['all in order', {}, undefined],
  [
    'a letter needs the mailing printer',
    { config: { shipping: printer } },
    { code: 'printer_not_set', kind: 'mailing' },
  ],
  ['a letter does not need the shipping printer', { config: { mailing: printer } }, undefined],
  [
    'a parcel needs the shipping printer',
    { packaging: 'small_parcel', config: { mailing: printer } },
    { code: 'printer_not_set', kind: 'shipping' },
  ],
  [
    'a tube needs the shipping printer',
    { packaging: 'tube', config: {} },
    { code: 'printer_not_set', kind: 'shipping' },
  ],
  ['a parcel to Jersey needs no form', { packaging: 'tube', country: 'JE', config: { shipping: printer } }, undefined],
  [
    'a parcel abroad needs the form printer',
    { packaging: 'medium_parcel', country: 'FR', config: { shipping: printer } },
    { code: 'printer_not_set', kind: 'form' },
  ],
  ['a letter abroad needs no form', { country: 'FR', config: { mailing: printer } }, undefined],
  ['the device manager is away', { connected: false }, { code: 'device_not_connected' }],
  ['no device manager has ever answered', { connected: false, config: undefined }, { code: 'device_not_connected' }],
  [
    'a missing printer is told before a missing connection',
    { connected: false, config: {} },
    { code: 'printer_not_set', kind: 'mailing' },
  ],
  ['a test print is one label', { test: true, quantity: 2 }, { code: 'test_print_quantity' }],
  ['a test print of one label', { test: true }, undefined],
  ['two real labels are another rule', { quantity: 2 }, undefined],
])('%s', (_rule, change, refusal) => expect(printRefusal({ ...ready, ...change })).toEqual(refusal))
