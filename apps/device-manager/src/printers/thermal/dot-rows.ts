import type { DotPage } from '../../documents/pdf-to-dots.ts'
import type { DotRows } from './language.ts'

/** The lowest bit of each byte of a word, the first byte in bit 3. Multiplying moves them beside each other, into bits 24 to 27. */
const lowBits = (word: number): number => (Math.imul(word, 0x08040201) >>> 24) & 0x0f

/** Packs a page into rows of bits. With `times` 2 each dot becomes a square of four. */
export function dotRows(page: DotPage, times: 1 | 2 = 1): DotRows {
  const { width, height, black } = times === 2 ? doubled(page) : page
  const rowBytes = Math.ceil(width / 8)
  const bits = new Uint8Array(rowBytes * height)
  const words = new Uint32Array(rowBytes * 2)
  const dots = new Uint8Array(words.buffer)
  for (let y = 0, to = 0; y < height; y++) {
    dots.set(black.subarray(y * width, (y + 1) * width))
    for (let word = 0; word < words.length; word += 2)
      bits[to++] = (lowBits(words[word]!) << 4) | lowBits(words[word + 1]!)
  }
  return { width, height, rowBytes, bits }
}

function doubled({ width, height, black }: DotPage): DotPage {
  const wide = { width: width * 2, height: height * 2, black: new Uint8Array(width * height * 4) }
  for (let y = 0; y < height; y++) {
    const row = wide.black.subarray(2 * y * wide.width, (2 * y + 1) * wide.width)
    for (let x = 0; x < width; x++) row[2 * x] = row[2 * x + 1] = black[y * width + x]!
    wide.black.set(row, (2 * y + 1) * wide.width)
  }
  return wide
}
