/** The part of fontkit used here; the package comes without types. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number
    /** Internal: the tables parsed so far, by tag. A font given those of another of the same bytes does not parse them again. */
    _tables: Record<string, unknown>
    layout(text: string): { advanceWidth: number }
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function create(bytes: Uint8Array): Font
}
