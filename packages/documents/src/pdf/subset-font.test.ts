import { create } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { FACES, fontOf } from './fonts.ts'
import { subsetOf } from './subset-font.ts'

/** What a reader of a PDF takes from a glyph. */
const drawn = (font: unknown, id: number) => {
  const glyph = (
    font as { getGlyph: (id: number) => { advanceWidth: number; path: { toSVG: () => string } } }
  ).getGlyph(id)
  return { width: glyph.advanceWidth, path: glyph.path.toSVG() }
}

describe.each(FACES)('a subset of the %s font', (face) => {
  const { bytes } = fontOf(face)
  const whole = create(bytes)
  const count = bytes.readUInt16BE(tableOf(bytes, 'maxp') + 4)

  test('draws every glyph as the font does, in the given order', () => {
    const ids = Array.from({ length: count }, (_, id) => count - 1 - id)
    const subset = create(subsetOf(bytes, ids))
    expect(count).toBeGreaterThan(600)
    expect(ids.map((_, at) => drawn(subset, at))).toEqual(ids.map((id) => drawn(whole, id)))
  })

  test('adds the parts of a composite glyph after the given glyphs', () => {
    const [composite] = whole.layout('ŵ').glyphs
    const subset = subsetOf(bytes, [0, composite!.id])
    expect(drawn(create(subset), 1)).toEqual(drawn(whole, composite!.id))
    expect(subset.readUInt16BE(tableOf(subset, 'maxp') + 4)).toBeGreaterThan(2)
    expect(subset.readUInt16BE(tableOf(subset, 'hhea') + 34)).toBe(subset.readUInt16BE(tableOf(subset, 'maxp') + 4))
  })

  test('has a directory of six tables, each at a multiple of four bytes, with its checksum', () => {
    const subset = subsetOf(bytes, [0, 1, 2])
    expect([0, 4, 6, 8, 10].map((at) => subset.readUInt16BE(at))).toEqual([1, 6, 64, 2, 32])
    const tables = Array.from({ length: 6 }, (_, at) => subset.subarray(12 + at * 16, 28 + at * 16))
    expect(tables.map((entry) => entry.toString('latin1', 0, 4))).toEqual('glyf head hhea hmtx loca maxp'.split(' '))
    for (const entry of tables) {
      const [sum, start, length] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [number, number, number]
      expect(start % 4).toBe(0)
      const padded = Buffer.concat([subset.subarray(start, start + length), Buffer.alloc(3)])
      const words = Array.from({ length: Math.ceil(length / 4) }, (_, at) => padded.readUInt32BE(at * 4))
      expect(sum).toBe(words.reduce((total, word) => (total + word) % 2 ** 32, 0))
    }
  })
})

/** Where a table of a font begins. */
function tableOf(font: Buffer, name: string): number {
  return font.readUInt32BE(font.indexOf(name, 12, 'latin1') + 8)
}
