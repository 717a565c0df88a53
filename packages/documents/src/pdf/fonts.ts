import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { remembered } from './remembered.ts'

/** Noto Sans, reduced to the Latin, Greek and Cyrillic letters of Europe. The fonts folder has the method and the licence. */
const FONT_FILES = { regular: 'NotoSans-Regular.cut.ttf', bold: 'NotoSans-Bold.cut.ttf' } as const

export type FontFace = keyof typeof FONT_FILES
export const FACES = ['regular', 'bold'] as const satisfies FontFace[]

/** A glyph of a text in thousandths of the size. `advance` is the distance to the next glyph, with kerning. */
export interface PlacedGlyph {
  id: number
  width: number
  advance: number
  /** The characters that it shows: several for a ligature. */
  codePoints: readonly number[]
}

interface ShapedText {
  glyphs: readonly PlacedGlyph[]
  advance: number
}

export interface KeptFont {
  bytes: Buffer
  font: Font
  /** Glyphs of a text, set together. */
  shape: (text: string) => ShapedText
}

/** More than the words of a few hundred documents. */
const TEXTS_REMEMBERED = 4000

const kept = new Map<FontFace, KeptFont>()

/** A font, parsed at first use. */
export function fontOf(face: FontFace): KeptFont {
  const found = kept.get(face)
  if (found) return found
  const bytes = readFileSync(new URL(`../../fonts/${FONT_FILES[face]}`, import.meta.url))
  const font = create(bytes)
  const made = { bytes, font, shape: remembered(TEXTS_REMEMBERED, (text) => shapeText(bytes, font, text)) }
  kept.set(face, made)
  return made
}

/** Width of a text set on one line, in points. */
export function textWidth(text: string, face: FontFace, size: number): number {
  return (fontOf(face).shape(text).advance / 1000) * size
}

function shapeText(bytes: Buffer, font: Font, text: string): ShapedText {
  const characters = Array.from(text, (character) => [character.codePointAt(0)!])
  const run = font.layout(text)
  const codePoints =
    run.glyphs.length === characters.length
      ? characters
      : newFont(bytes, font)
          .layout(text)
          .glyphs.map((glyph) => [...glyph.codePoints])
  const scale = 1000 / font.unitsPerEm
  const glyphs = run.glyphs.map(({ id, advanceWidth }, at) => ({
    id,
    width: advanceWidth * scale,
    advance: run.positions[at]!.xAdvance * scale,
    codePoints: codePoints[at]!,
  }))
  return { glyphs, advance: run.advanceWidth * scale }
}

/**
 * A font that has set no text yet. fontkit keeps each glyph with the characters it was first requested for, so the
 * characters of a ligature from a font in use would depend on earlier documents. The parsed tables never change and are
 * shared.
 */
function newFont(bytes: Buffer, font: Font): Font {
  // oxlint-disable-next-line no-underscore-dangle -- fontkit's own name; if it changes, drawing is slower but correct
  return Object.assign(create(bytes), { _tables: font._tables })
}
