import { fontOf } from './fonts.ts'

/** Composes letters and accents (NFC), because the fonts have a glyph only for the composed character. */
export const printable = (text: string): string => text.normalize('NFC')

/**
 * Lists the characters of `texts` that a document cannot show, each once, in the order found. Callers check this before
 * money moves: a missing glyph would be an empty box on a label that is already paid for. A line break is not printable
 * either; pass each line as its own text.
 */
export function unprintableIn(texts: readonly string[]): string[] {
  const [regular, bold] = [fontOf('regular'), fontOf('bold')]
  const missing = texts
    .flatMap((text) => Array.from(printable(text)))
    .filter((character) => {
      const codePoint = character.codePointAt(0)!
      return !regular.hasGlyphForCodePoint(codePoint) || !bold.hasGlyphForCodePoint(codePoint)
    })
  return [...new Set(missing)]
}
