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
  const packed = setting.model.compresses ? packedLines(rows, setting.model) : undefined
  const lines = packed ?? plainLines(rows, setting)
  const end = Uint8Array.of(setting.isLast ? 0x1a : 0x0c)
  return Buffer.concat([prelude(page.height, packed !== undefined, setting), lines, end])
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

/** The lowest bit of each byte of a word, the first byte in bit 0. Multiplying moves them beside each other, into bits 24 to 27. */
const lowBits = (word: number): number => (Math.imul(word, 0x01020408) >>> 24) & 0x0f

/**
 * One row after the other, each as wide as the head and mirrored: the first column of the page is at the far end of the print
 * area. So the dots in memory order, on a little-endian processor, are the bits from the end of the row.
 */
function rowsOf({ width, height, black }: DotPage, { model, roll }: PageSetting): Uint8Array {
  const length = rowBytes(model)
  const rows = new Uint8Array(height * length)
  const dots = new Uint8Array(model.pins)
  const words = new Uint32Array(dots.buffer)
  const left = model.pins - (roll.right[model.pins] ?? 0) - width
  for (let y = 0; y < height; y++) {
    dots.set(black.subarray(y * width, (y + 1) * width), left)
    for (let word = 0, at = (y + 1) * length - 1; word < words.length; word += 2, at--) {
      const low = words[word]!
      const high = words[word + 1]!
      if ((low | high) !== 0) rows[at] = lowBits(low) | (lowBits(high) << 4)
    }
  }
  return rows
}

const HEAD_BYTES = 3
const BLANK_ROW = 0x5a

/** Undefined when a row grows by packing: the references are ambiguous about packed rows longer than a plain row. */
function packedLines(rows: Uint8Array, model: QlModel): Uint8Array | undefined {
  const length = rowBytes(model)
  const count = rows.length / length
  const lines = new Uint8Array((count + 1) * (HEAD_BYTES + length)) // a row that grows, by a third at most, is the last
  const blank = new Uint8Array(length)
  let end = 0
  for (let at = 0; at < rows.length; at += length) {
    const row = rows.subarray(at, at + length)
    if (Buffer.compare(row, blank) === 0) {
      lines[end++] = BLANK_ROW
      continue
    }
    const packed = packBits(row, lines.subarray(end + HEAD_BYTES))
    if (packed.length > length) return undefined
    lines[end] = 0x67
    lines[end + 2] = packed.length
    end += HEAD_BYTES + packed.length
  }
  return lines.subarray(0, end)
}

/** On a two-colour roll every row needs a red plane, even when nothing is red. */
function plainLines(rows: Uint8Array, { model, roll }: PageSetting): Uint8Array {
  const length = rowBytes(model)
  const heads = (
    roll.twoColour
      ? [
          [0x77, 0x01],
          [0x77, 0x02],
        ]
      : [[0x67, 0x00]]
  ).map((head) => [...head, length])
  const lineBytes = heads.length * (HEAD_BYTES + length)
  const lines = new Uint8Array((rows.length / length) * lineBytes)
  for (let at = 0, to = 0; at < rows.length; at += length, to += lineBytes) {
    for (const [plane, head] of heads.entries()) lines.set(head, to + plane * (HEAD_BYTES + length))
    lines.set(rows.subarray(at, at + length), to + HEAD_BYTES)
  }
  return lines
}

const RUN_MAX = 128

/** PackBits, as TIFF has it: runs of equal bytes, and stretches of others. Written to the beginning of `packed`. */
export function packBits(bytes: Uint8Array, packed = new Uint8Array(2 * bytes.length)): Uint8Array {
  let [at, end] = [0, 0]
  while (at < bytes.length) {
    const run = runAt(bytes, at)
    const length = run > 1 ? run : literalAt(bytes, at)
    packed[end++] = run > 1 ? 257 - run : length - 1
    const until = run > 1 ? at + 1 : at + length
    for (let from = at; from < until; from++) packed[end++] = bytes[from]!
    at += length
  }
  return packed.subarray(0, end)
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
