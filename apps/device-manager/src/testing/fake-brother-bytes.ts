import type { DotPage } from '../documents/pdf-to-dots.ts'

/** Operand bytes of the commands that begin with 1B 69. */
const OPERANDS: Record<number, number> = { 0x53: 0, 0x61: 1, 0x21: 1, 0x7a: 10, 0x4d: 1, 0x41: 1, 0x4b: 1, 0x64: 2 }

/** The length of the first command in these bytes: 0 if it is incomplete, -1 if it is unknown. */
export function commandLength([first = 0, second, third]: Uint8Array): number {
  const row = third === undefined ? 0 : 3 + third
  if (first === 0x1b && second === 0x69) return third === undefined ? 0 : 3 + (OPERANDS[third] ?? 0)
  return { 0x00: 1, 0x1b: 2, 0x4d: 2, 0x5a: 1, 0x67: row, 0x77: row, 0x0c: 1, 0x1a: 1 }[first] ?? -1
}

/** Rows of pins as seen on paper: the last pin is on the left. */
export function picture(rows: readonly Uint8Array[]): DotPage {
  const width = (rows[0]?.length ?? 0) * 8
  const black = new Uint8Array(width * rows.length)
  for (const [y, row] of rows.entries())
    for (let pin = 0; pin < width; pin++)
      if ((row[pin >> 3]! & (0x80 >> (pin & 7))) !== 0) black[y * width + width - 1 - pin] = 1
  return { width, height: rows.length, black }
}

/** Decodes PackBits as TIFF 6.0 specifies. */
export function unpacked(packed: Uint8Array): Uint8Array {
  const bytes: number[] = []
  for (let at = 0; at < packed.length;) {
    const control = packed[at]!
    if (control < 128) bytes.push(...packed.subarray(at + 1, at + 2 + control))
    else bytes.push(...Array<number>(257 - control).fill(packed[at + 1]!))
    at += control < 128 ? control + 2 : 2
  }
  return Uint8Array.from(bytes)
}
