/** The part of fontkit used here; the package has no types. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number
    postscriptName: string
    ascent: number
    descent: number
    lineGap: number
    capHeight: number
    xHeight: number
    bbox: { minX: number; minY: number; maxX: number; maxY: number }
    /** The code points in the font's table, with its end mark U+FFFF. */
    characterSet: number[]
    /** Internal: the parsed tables, by tag. Fonts of the same bytes can share them and skip parsing. */
    _tables: Record<string, unknown>
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string): GlyphRun
    numGlyphs: number
    getGlyph(id: number): { advanceWidth: number; bbox: object; path: { toSVG(): string } }
  }
  interface GlyphRun {
    advanceWidth: number
    glyphs: { id: number; advanceWidth: number; codePoints: number[] }[]
    positions: { xAdvance: number }[]
  }
  export function create(bytes: Uint8Array): Font
}
