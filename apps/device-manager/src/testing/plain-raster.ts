import type { DotPage } from '../documents/pdf-to-dots.ts'
import type { QlModel } from '../printers/brother/models.ts'
import type { Roll } from '../printers/brother/rolls.ts'

/** The rows of a page as the maker describes them, dot by dot: each row as wide as the head, and mirrored. Slow and simple. */
export function plainRows({ width, height, black }: DotPage, { pins }: QlModel, roll: Roll): number[][] {
  const last = (roll.right[pins] ?? 0) + width - 1
  return Array.from({ length: height }, (_, y) => {
    const row = Array<number>(pins / 8).fill(0)
    for (let x = 0; x < width; x++) {
      if (black[y * width + x] !== 1) continue
      const pin = last - x
      row[pin >> 3] = row[pin >> 3]! | (0x80 >> (pin & 7))
    }
    return row
  })
}

/** The lines between the prelude of a page and its end, and whether they are packed. */
export function plainLines(page: DotPage, model: QlModel, roll: Roll): { isPacked: boolean; lines: number[] } {
  const rows = plainRows(page, model, roll)
  const packed = rows.map((row) => (row.every((byte) => byte === 0) ? [] : packed128(row)))
  const isPacked = model.compresses && packed.every((row) => row.length <= model.pins / 8)
  const lines = isPacked
    ? packed.map((row) => (row.length === 0 ? [0x5a] : [0x67, 0x00, row.length, ...row]))
    : rows.map((row) => plainLine(row, roll))
  return { isPacked, lines: lines.flat() }
}

function plainLine(row: number[], { twoColour }: Roll): number[] {
  if (!twoColour) return [0x67, 0x00, row.length, ...row]
  return [0x77, 0x01, row.length, ...row, 0x77, 0x02, row.length, ...row.map(() => 0)]
}

/** PackBits: runs of up to 128 equal bytes, and stretches of up to 128 others, which end before two equal bytes. */
function packed128(bytes: number[]): number[] {
  const packed: number[] = []
  for (let at = 0; at < bytes.length;) {
    let end = at + 1
    while (end < bytes.length && end - at < 128 && bytes[end] === bytes[at]) end++
    if (end - at > 1) packed.push(257 - (end - at), bytes[at]!)
    else {
      while (end < bytes.length && end - at < 128 && bytes[end] !== bytes[end + 1]) end++
      packed.push(end - at - 1, ...bytes.slice(at, end))
    }
    at = end
  }
  return packed
}
