import { fontOf } from './fonts.ts'

/** Composes letters and accents (NFC), because the fonts have a glyph only for the composed character. */
export const printable = (text: string): string => text.normalize('NFC')

/**
 * Lists the characters of `texts` that a document cannot show, each once, in the order found. Callers check this before
 * money moves: a missing glyph would be an empty box on a label that is already paid for. A line break is not printable
 * either; pass each line as its own text.
 */
export function unprintableIn(texts: readonly string[]): string[] {
  const missing = new Set<string>()
  const known = printableCodePoints()
  for (const text of texts)
    for (const character of printable(text)) if (!known.has(character.codePointAt(0)!)) missing.add(character)
  return [...missing]
}

let found: ReadonlySet<number> | undefined

/** The code points of the regular font, found at first use; the bold one has the same. Its list also has the end mark of its table. */
function printableCodePoints(): ReadonlySet<number> {
  const { font } = fontOf('regular')
  return (found ??= new Set(font.characterSet.filter((codePoint) => font.hasGlyphForCodePoint(codePoint))))
}
