/** The part of fontkit used here; the package comes without types. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number
    layout(text: string): { advanceWidth: number }
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function create(bytes: Uint8Array): Font
}
