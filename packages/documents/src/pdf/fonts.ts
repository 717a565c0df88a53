import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'

/** Noto Sans, reduced to the Latin, Greek and Cyrillic letters of Europe. The fonts folder has the method and the licence. */
const FONT_FILES = { regular: 'NotoSans-Regular.cut.ttf', bold: 'NotoSans-Bold.cut.ttf' } as const

export type FontFace = keyof typeof FONT_FILES

interface KeptFont {
  bytes: Uint8Array
  font: Font
}

const kept = new Map<FontFace, KeptFont>()

/** A font for measuring, parsed at first use. Documents draw with `documentFont`. */
export const fontOf = (face: FontFace): Font => keptFont(face).font

/**
 * A font for one document. fontkit caches each glyph with the characters it was first requested for, or with none if it
 * was loaded as part of another glyph (the W of Ŵ). The PDF's text layer is built from this cache, so a font shared by
 * documents would make the text and bytes of one depend on the others. The parsed tables never change and are shared:
 * parsing takes longer than drawing a label.
 */
export function documentFont(face: FontFace): Font {
  const { bytes, font } = keptFont(face)
  // oxlint-disable-next-line no-underscore-dangle -- fontkit's own name; if it changes, drawing is slower but correct
  return Object.assign(create(bytes), { _tables: font._tables })
}

/** Width of a text set on one line, in points. */
export function textWidth(text: string, face: FontFace, size: number): number {
  const font = fontOf(face)
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size
}

function keptFont(face: FontFace): KeptFont {
  const found = kept.get(face)
  if (found) return found
  const bytes = readFileSync(new URL(`../../fonts/${FONT_FILES[face]}`, import.meta.url))
  const parsed = { bytes, font: create(bytes) }
  kept.set(face, parsed)
  return parsed
}
