import type { DotPage } from '../../documents/pdf-to-dots.ts'
import type { QlModel } from './models.ts'
import type { Roll } from './rolls.ts'
import type { LoadedMedia } from './status.ts'

/** Extra bytes are harmless, so all models get the longest sequence. */
const INVALIDATE_BYTES = 400

const INVALIDATE = Array<number>(INVALIDATE_BYTES).fill(0)

/** Ends a command that was cut off and clears the buffer. Sent once, before the pages of an order. */
export const INITIALISE = Uint8Array.from([...INVALIDATE, 0x1b, 0x40])
/** Requests the status. Only before a page, never while printing. Does not clear the buffer, which may hold another computer's page. */
export const ASK_STATUS = Uint8Array.from([...INVALIDATE, 0x1b, 0x69, 0x53])

/** The settings of a page. `media` repeats the size that the printer itself reported: it rejects a difference of a millimetre. */
export interface PageSetting {
  model: QlModel
  roll: Roll
  media: Pick<LoadedMedia, 'width_mm' | 'length_mm'>
  isFirst: boolean
  isLast: boolean
}

/** The bytes of a page whose rows are as wide as the roll's print area. */
export function encodePage(page: DotPage, setting: PageSetting): Uint8Array {
  const rows = rowsOf(page, setting)
  const packed = setting.model.compresses ? rows.map(packRow) : undefined
  // the references are ambiguous about packed rows longer than a plain row
  const isPacked = packed?.every((row) => row.length <= rowBytes(setting.model)) ?? false
  const lines = isPacked && packed ? packed.map(packedLine) : rows.flatMap((row) => plainLines(row, setting.roll))
  const end = Uint8Array.of(setting.isLast ? 0x1a : 0x0c)
  return Buffer.concat([prelude(rows.length, isPacked, setting), ...lines, end])
}

const rowBytes = ({ pins }: QlModel): number => pins / 8

/** Kind, width and length count, print well rather than fast, recover by itself. */
const [KIND, WIDTH, LENGTH, QUALITY, RECOVER] = [0x02, 0x04, 0x08, 0x40, 0x80]
const MEDIA_CODES = { endless: 0x0a, die_cut: 0x0b } as const
/** Three millimetres, which an endless roll needs before and after a label. */
const FEED_DOTS = { endless: 35, die_cut: 0 } as const
const [TWO_COLOURS, CUT_AT_END] = [0x01, 0x08]

function prelude(rows: number, isPacked: boolean, { model, roll, media, isFirst }: PageSetting): Uint8Array {
  const feed = FEED_DOTS[roll.kind]
  const commands = [
    [0x1b, 0x69, 0x61, 0x01], // raster mode
    [0x1b, 0x69, 0x21, 0x00], // report every change of status
    printInformation(roll.kind, media, rows, isFirst),
    [0x1b, 0x69, 0x4d, 0x40], // automatic cut
    [0x1b, 0x69, 0x41, 0x01], // after every label
    [0x1b, 0x69, 0x4b, CUT_AT_END | (roll.twoColour ? TWO_COLOURS : 0)],
    [0x1b, 0x69, 0x64, feed & 0xff, feed >> 8],
    model.compresses ? [0x4d, isPacked ? 0x02 : 0x00] : [],
  ]
  return Uint8Array.from(commands.flat())
}

/** The media and rows of the page: the printer rejects it when another roll is loaded. */
export function printInformation(
  kind: Roll['kind'],
  media: PageSetting['media'],
  rows: number,
  isFirst: boolean,
): number[] {
  const flags = KIND | WIDTH | (kind === 'die_cut' ? LENGTH : 0) | QUALITY | RECOVER
  const count = [0, 8, 16, 24].map((shift) => (rows >> shift) & 0xff)
  const { width_mm, length_mm } = media
  return [0x1b, 0x69, 0x7a, flags, MEDIA_CODES[kind], width_mm, length_mm, ...count, isFirst ? 0 : 1, 0]
}

/** Rows of the head's width, mirrored: the first column of the page is at the far end of the print area. */
function rowsOf({ width, height, black }: DotPage, { model, roll }: PageSetting): Uint8Array[] {
  const last = (roll.right[model.pins] ?? 0) + width - 1
  return Array.from({ length: height }, (_, y) => {
    const row = new Uint8Array(rowBytes(model))
    for (let x = 0; x < width; x++) {
      if (black[y * width + x] !== 1) continue
      const pin = last - x
      row[pin >> 3] = row[pin >> 3]! | (0x80 >> (pin & 7))
    }
    return row
  })
}

const BLANK_ROW = Uint8Array.of(0x5a)
const packedLine = (packed: Uint8Array): Uint8Array =>
  packed.length === 0 ? BLANK_ROW : Buffer.concat([Uint8Array.of(0x67, 0x00, packed.length), packed])

/** On a two-colour roll every row needs a red plane, even when nothing is red. */
function plainLines(row: Uint8Array, { twoColour }: Roll): Uint8Array[] {
  if (!twoColour) return [Uint8Array.of(0x67, 0x00, row.length), row]
  const red = new Uint8Array(row.length)
  return [Uint8Array.of(0x77, 0x01, row.length), row, Uint8Array.of(0x77, 0x02, row.length), red]
}

const packRow = (row: Uint8Array): Uint8Array => (row.every((byte) => byte === 0) ? new Uint8Array() : packBits(row))

const RUN_MAX = 128

/** PackBits, as TIFF has it: runs of equal bytes, and stretches of others. */
export function packBits(bytes: Uint8Array): Uint8Array {
  const packed: number[] = []
  let at = 0
  while (at < bytes.length) {
    const run = runAt(bytes, at)
    const length = run > 1 ? run : literalAt(bytes, at)
    if (run > 1) packed.push(257 - run, bytes[at]!)
    else packed.push(length - 1, ...bytes.subarray(at, at + length))
    at += length
  }
  return Uint8Array.from(packed)
}

function runAt(bytes: Uint8Array, start: number): number {
  let end = start + 1
  while (end < bytes.length && end - start < RUN_MAX && bytes[end] === bytes[start]) end++
  return end - start
}

function literalAt(bytes: Uint8Array, start: number): number {
  let end = start + 1
  while (end < bytes.length && end - start < RUN_MAX && bytes[end] !== bytes[end + 1]) end++
  return end - start
}
