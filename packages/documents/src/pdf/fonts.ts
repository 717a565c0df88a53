import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'

/** Noto Sans cut to the Latin, Greek and Cyrillic letters of Europe. How, and the licence: beside the files. */
const FONT_FILES = { regular: 'NotoSans-Regular.cut.ttf', bold: 'NotoSans-Bold.cut.ttf' } as const

export type FontFace = keyof typeof FONT_FILES

interface KeptFont {
  bytes: Uint8Array
  font: Font
}

const kept = new Map<FontFace, KeptFont>()

/** A face for measuring, parsed once at first use. Documents draw with `documentFont`. */
export const fontOf = (face: FontFace): Font => keptFont(face).font

/**
 * A face for one document. fontkit remembers each glyph with the characters it was first asked for, none if it was loaded
 * as a part of another glyph (the W of Ŵ), and a PDF takes its text layer from there: with a font shared by documents, the
 * text and bytes of one depended on those drawn before. The parsed tables never change and are shared, because parsing
 * costs more than drawing a whole label.
 */
export function documentFont(face: FontFace): Font {
  const { bytes, font } = keptFont(face)
  // oxlint-disable-next-line no-underscore-dangle -- fontkit's own name; if it changes, drawing is slower and still right
  return Object.assign(create(bytes), { _tables: font._tables })
}

/** Width of a text in points, in one line. */
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
