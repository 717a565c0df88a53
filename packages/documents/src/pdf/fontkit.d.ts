/** The part of fontkit used here; the package has no types. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number
    /** Internal: the parsed tables, by tag. Fonts of the same bytes can share them and skip parsing. */
    _tables: Record<string, unknown>
    layout(text: string): { advanceWidth: number }
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function create(bytes: Uint8Array): Font
}
