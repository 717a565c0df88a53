import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'

/** Noto Sans cut to the Latin, Greek and Cyrillic letters of Europe. How, and the licence: beside the files. */
const FONT_FILES = { regular: 'NotoSans-Regular.cut.ttf', bold: 'NotoSans-Bold.cut.ttf' } as const

export type FontFace = keyof typeof FONT_FILES

const kept = new Map<FontFace, Font>()

/** A face, parsed once at first use: parsing costs more than drawing a whole label. */
export function fontOf(face: FontFace): Font {
  const font = kept.get(face) ?? create(readFileSync(new URL(`../fonts/${FONT_FILES[face]}`, import.meta.url)))
  kept.set(face, font)
  return font
}

/** Width of a text in points, in one line. */
export function textWidth(text: string, face: FontFace, size: number): number {
  const font = fontOf(face)
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size
}
