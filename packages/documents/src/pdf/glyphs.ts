import { fontOf } from './fonts.ts'

/** Characters are drawn composed, so that a letter and its accent typed apart find the one glyph. */
export const printable = (text: string): string => text.normalize('NFC')

/**
 * The characters of `texts` that a document cannot show, each once, in the order found. A missing glyph would be drawn as
 * an empty box on an item already paid for, so this is asked before money moves. The fonts hold no invisible characters:
 * a line break is not printable either, ask line by line.
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
