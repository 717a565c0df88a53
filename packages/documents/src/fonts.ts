import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'

/** Noto Sans cut to Latin, Welsh and central European letters included. How, and the licence: beside the files. */
const FONT_FILES = { regular: 'NotoSans-Regular.latin.ttf', bold: 'NotoSans-Bold.latin.ttf' } as const

export type FontFace = keyof typeof FONT_FILES

const kept = new Map<FontFace, Font>()

/** A face, parsed once at first use: parsing costs more than drawing a whole label. */
export function fontOf(face: FontFace): Font {
  const font = kept.get(face) ?? create(readFileSync(new URL(`../fonts/${FONT_FILES[face]}`, import.meta.url)))
  kept.set(face, font)
  return font
}
