import { create } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { FACES, fontOf } from './fonts.ts'
import { subsetOf } from './subset-font.ts'

/** A table of a font as other readers find it. */
function tableOf(font: Buffer, tag: string): { start: number; length: number; sum: number } {
  const at = 12 + 16 * Array.from({ length: font.readUInt16BE(4) }, (_, n) => n).find((n) => font.toString('latin1', 12 + 16 * n, 16 + 16 * n) === tag)! // prettier-ignore
  return { sum: font.readUInt32BE(at + 4), start: font.readUInt32BE(at + 8), length: font.readUInt32BE(at + 12) }
}

describe.each(FACES)('a subset of the %s font', (face) => {
  const { bytes } = fontOf(face)
  const whole = create(bytes)

  it('has the outlines and widths of its glyphs, in any order, as another reader sees them', () => {
    const ids = Array.from({ length: whole.numGlyphs }, (_, id) => id).toReversed()
    const part = create(subsetOf(bytes, ids))
    expect(part.numGlyphs).toBe(whole.numGlyphs)
    for (const [code, id] of ids.entries()) {
      const [found, expected] = [part.getGlyph(code), whole.getGlyph(id)]
      expect([found.path.toSVG(), found.advanceWidth, found.bbox], `glyph ${id}`).toEqual([
        expected.path.toSVG(),
        expected.advanceWidth,
        expected.bbox,
      ])
    }
  })

  it('gets the parts of a composite glyph after the glyphs that were asked for', () => {
    const [composite] = whole.layout('é').glyphs
    const part = create(subsetOf(bytes, [0, composite!.id]))
    expect(part.numGlyphs).toBe(4)
    expect(part.getGlyph(1).path.toSVG()).toBe(whole.getGlyph(composite!.id).path.toSVG())
  })

  it('is a font file: sorted tables at multiples of four, each with its sum, and the search figures of their number', () => {
    const ids = whole.layout('Post').glyphs.map(({ id }) => id)
    const part = subsetOf(bytes, [0, ...ids])
    expect([0, 4, 6, 8, 10].map((at) => part.readUInt16BE(at))).toEqual([1, 6, 64, 2, 32])
    const tags = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']
    expect(tags.map((_tag, n) => part.toString('latin1', 12 + 16 * n, 16 + 16 * n))).toEqual(tags)
    for (const tag of tags) {
      const { start, length, sum } = tableOf(part, tag)
      expect(start % 4).toBe(0)
      const words = Array.from({ length: Math.ceil(length / 4) }, (_, n) => part.readUInt32BE(start + 4 * n))
      expect(words.reduce((a, b) => (a + b) >>> 0, 0)).toBe(sum)
    }
    const last = tableOf(part, 'maxp')
    expect(part.length).toBe(last.start + Math.ceil(last.length / 4) * 4)
    expect(tableOf(part, 'hmtx').length).toBe(5 * 4)
    expect(tableOf(part, 'loca').length).toBe(6 * 2)
  })
})

it('refuses a font whose places of glyphs are written long', () => {
  const long = Buffer.from(fontOf('regular').bytes)
  long.writeInt16BE(1, tableOf(long, 'head').start + 50)
  expect(() => subsetOf(long, [0])).toThrow(RangeError)
})
