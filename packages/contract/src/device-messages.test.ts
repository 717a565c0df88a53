import { expect, test } from 'vitest'
import { DEVICE_OPERATIONS, deviceEventSchema } from './device-messages.ts'
import { errorOfReasons } from './printer-reasons.ts'

const printer = {
  id: 'zpl:usb:1',
  name: 'Zebra ZD421',
  driver: 'zpl',
  state: 'stopped',
  reasons: ['lamp-at-eol', 'constructor'],
  media: [],
  media_ready: [],
  resolutions_dpi: [300],
}

test('reads the status of a device whose printer has an unknown driver, unknown reasons and unknown fields', () => {
  const newer = { ...printer, ribbon: 'wax' }
  const status = { alias: 'Bench', version: '9.0.0', printers: [newer], config: {} }
  expect(DEVICE_OPERATIONS.status.result.parse(status).printers).toEqual([printer])
  expect(deviceEventSchema.parse({ type: 'printers', printers: [newer] })).toEqual({
    type: 'printers',
    printers: [printer],
  })
})

test.each(['', 'ZPL', '<b>zpl</b>', 'zpl printer', '9pin', 'z'.repeat(41)])('rejects the driver name %j', (driver) => {
  expect(deviceEventSchema.safeParse({ type: 'printers', printers: [{ ...printer, driver }] }).success).toBe(false)
})

test.each([
  [[], undefined],
  [['lamp-at-eol'], undefined],
  [['constructor', 'toString', '__proto__'], undefined],
  [['ribbon-empty', 'media-empty'], 'ribbon_empty'],
  [['lamp-at-eol', 'cover-open', 'media-empty'], 'cover_open'],
])('the reasons %j mean %s', (reasons, code) => {
  expect(errorOfReasons(reasons)).toBe(code)
})
