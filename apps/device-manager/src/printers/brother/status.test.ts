import { expect, test } from 'vitest'
import { statusReader } from './status-reader.ts'
import { QL_MODELS } from './models.ts'
import { rollIn } from './rolls.ts'
import { readStatus } from './status.ts'

const frame = (hex: string): Buffer => {
  const given = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  return Buffer.concat([given, Buffer.alloc(32 - given.length)])
}
const QL_570 = frame('80 20 42 34 32 30 00 00 00 00 3E 0A 00 00 15 00 00 00 00 00')
const DK_11247 = frame('80 20 42 34 44 30 30 00 00 00 68 0B 00 00 3F 00 00 A4 00 00')
const wide = QL_MODELS.find(({ name }) => name === 'QL-1110NWB')!

/** The frame above with some bytes changed. */
function changed(changes: Record<number, number>): Buffer {
  const bytes = Buffer.from(DK_11247)
  for (const [at, byte] of Object.entries(changes)) bytes[Number(at)] = byte
  return bytes
}

test('reads a recorded frame of a printer with an endless roll', () => {
  expect(readStatus(QL_570)).toEqual({
    modelCode: 0x32,
    reasons: [],
    media: { kind: 'endless', width_mm: 62, length_mm: 0, twoColour: false },
    type: 'reply',
    isPrinting: false,
    cooling: undefined,
  })
})

test.each([
  // reported                            bytes                        roll
  ['103 x 164', {}, 'DK-11247'],
  ['a millimetre less', { 10: 103, 17: 163 }, 'DK-11247'],
  ['two millimetres less', { 10: 102, 17: 164 }, undefined],
  ['102 x 152', { 10: 102, 17: 152 }, 'DK-11241'],
  ['102 x 153', { 10: 102, 17: 153 }, 'DK-11241'],
  ['the kind with a bit that some printers set', { 11: 0x4b }, 'DK-11247'],
  ['62 mm, endless', { 10: 62, 11: 0x4a, 17: 0 }, 'DK-22205'],
  ['62 mm, endless, black and red', { 10: 62, 11: 0x0a, 17: 0, 25: 0x80 }, 'DK-22251'],
  ['nothing', { 10: 0, 11: 0, 17: 0 }, undefined],
] as const)('identifies the roll: %s', (_, bytes, roll) => {
  expect(rollIn(readStatus(changed(bytes)).media, wide)?.name).toBe(roll)
})

test('knows no wide roll for a narrow printer', () => {
  const narrow = QL_MODELS.find(({ name }) => name === 'QL-800')!
  expect(rollIn(readStatus(DK_11247).media, narrow)).toBeUndefined()
})

test.each([
  // bytes                    reasons
  [{ 8: 0x01 }, ['media-empty']],
  [{ 8: 0x02 }, ['media-empty']],
  [{ 8: 0x04 }, ['cutter-jam']],
  [{ 8: 0x10 }, ['in-use']],
  [{ 8: 0x20 }, ['powered-off']],
  [{ 8: 0x08 }, ['hardware-failure']],
  [{ 8: 0x40 }, ['hardware-failure']],
  [{ 8: 0x80 }, ['hardware-failure']],
  [{ 9: 0x01 }, ['media-mismatch']],
  [{ 9: 0x02 }, ['data-lost']],
  [{ 9: 0x04 }, ['data-lost']],
  [{ 9: 0x08 }, ['data-lost']],
  [{ 9: 0x10 }, ['cover-open']],
  [{ 9: 0x20 }, ['hardware-failure']],
  [{ 9: 0x40 }, ['media-jam']],
  [{ 9: 0x80 }, ['hardware-failure']],
  [{ 8: 0x05, 9: 0x10 }, ['media-empty', 'cutter-jam', 'cover-open']],
  [{ 18: 0x02 }, ['hardware-failure']],
  [{ 18: 0x04 }, ['powered-off']],
] as const)('%o', (bytes, reasons) => {
  expect(readStatus(changed(bytes)).reasons).toEqual(reasons)
})

test.each([
  [0, 'reply'],
  [1, 'completed'],
  [2, 'error'],
  [3, 'other'],
  [4, 'turned_off'],
  [5, 'notification'],
  [6, 'phase'],
  [7, 'other'],
])('type %i is %s', (byte, type) => expect(readStatus(changed({ 18: byte })).type).toBe(type))

test.each([
  [{ 18: 5, 22: 3 }, { cooling: 'started' }],
  [{ 18: 5, 22: 4 }, { cooling: 'ended' }],
  [{ 18: 5, 22: 5 }, { cooling: undefined }],
  [{ 19: 0 }, { isPrinting: false }],
  [{ 19: 1 }, { isPrinting: true }],
] as const)('%o is %o', (bytes, read) => expect(readStatus(changed(bytes))).toMatchObject(read))

test('reads frames in pieces, several at once, and after other bytes', async () => {
  const stream = Buffer.concat([
    Buffer.from('80 20 00'.replaceAll(' ', ''), 'hex'),
    DK_11247,
    changed({ 18: 6, 19: 1 }),
    QL_570,
  ])
  const parts = [stream.subarray(0, 5), stream.subarray(5, 20), stream.subarray(20, 70), stream.subarray(70)]
  const next = statusReader({ write: async () => {}, read: async () => parts.shift(), close: () => {} })
  expect(await next(1)).toMatchObject({ modelCode: 0x44, type: 'reply' })
  expect(await next(1)).toMatchObject({ type: 'phase', isPrinting: true })
  expect(await next(1)).toMatchObject({ modelCode: 0x32 })
  expect(await next(1)).toBeUndefined()
})
