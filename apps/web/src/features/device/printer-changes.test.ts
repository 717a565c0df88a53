import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import { PRINTER_KINDS } from '@postroom/domain/catalogue/packaging'
import { expect, it } from 'vitest'
import type { DeviceRequestFunction } from '../../device/device-connection.ts'
import { withOffset, wrongOffset } from './offset-fields.tsx'
import { saveChanges } from '../../device/save-printers.ts'
import { changedSince, toSave } from './printer-changes.ts'

const LABEL = { width_mm: 104, height_mm: 164 }
const OTHER_LABEL = { width_mm: 102, height_mm: 153 }
const printer = (id: string, can_offset: boolean, media = LABEL): Printer => ({
  id,
  name: id,
  driver: 'brother',
  state: 'ready',
  reasons: [],
  media: [],
  media_ready: [{ name: 'roll', ...media }],
  resolutions_dpi: [300],
  ...(can_offset && { can_offset }),
})
const config = (printerId: string) => ({ printerId, defaultOrSpecific: 'default', paperFormat: '4x6' }) as const
const wrong = withOffset(config('ql'), LABEL, { x_mm: Number.NaN })

/** A device manager with this config. */
function aDevice(before: PrinterConfigs) {
  const device = { config: before }
  const request = (async (op: string, args: { config: PrinterConfigs }) => {
    if (op === 'config.set') device.config = args.config
    return { config: device.config }
  }) as DeviceRequestFunction
  return { device, request }
}

it('saves the kinds changed here, and keeps changes made elsewhere to the others', async () => {
  const { device, request } = aDevice({ mailing: config('old'), shipping: config('theirs'), form: config('gone') })
  const saved = await saveChanges(request, { mailing: config('ours'), form: undefined })
  expect(saved).toEqual({ mailing: config('ours'), shipping: config('theirs') })
  expect(device.config).toBe(saved)
})

it('does not save a kind that is printed at another workstation', () => {
  const changes = { mailing: config('ours'), form: config('hidden') }
  expect(toSave(changes, ['mailing', 'shipping'], [])).toEqual({ mailing: config('ours') })
})

it('keeps changes made while it saves', () => {
  const mailing = config('a')
  expect(changedSince({ mailing }, { mailing })).toEqual({})
  expect(changedSince({ mailing }, { mailing: config('b') })).toEqual({ mailing: config('b') })
  expect(changedSince({ mailing }, { mailing: undefined })).toHaveProperty('mailing', undefined)
  expect(changedSince({ mailing }, { mailing, form: undefined })).toHaveProperty('form', undefined)
})

it.each([
  ['is an error at its field while the field is shown', wrong, printer('ql', true), 'mailing-offset-x'],
  ['is dropped when another printer is chosen', { ...wrong, printerId: 'ipp' }, printer('ipp', false), undefined],
  ['is dropped if the printer supports no offset', wrong, printer('ql', false), undefined],
  ['is dropped when other media are loaded', wrong, printer('ql', true, OTHER_LABEL), undefined],
  ['is dropped when the printer is gone', wrong, printer('another', true), undefined],
])('an invalid offset %s', (_case, mailing, there, field) => {
  const saved = toSave({ mailing }, PRINTER_KINDS, [there])
  expect(wrongOffset('mailing', saved.mailing)).toBe(field)
})

it('keeps valid offsets of other printers and media', () => {
  const mailing = { ...withOffset(config('ql'), LABEL, { x_mm: 1 }), printerId: 'ipp' }
  expect(toSave({ mailing }, PRINTER_KINDS, [printer('ipp', false)])).toEqual({ mailing })
})
