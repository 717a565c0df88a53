import LineBreaker from 'linebreak'
import { fontOf, type FontFace, type PlacedGlyph } from './fonts.ts'
import { remembered } from './remembered.ts'

/** How a text is set. */
export interface TextSetting {
  face: FontFace
  /** In points. */
  size: number
  /** Added after each character, in points. */
  characterSpacing?: number | undefined
}

/** One line of a text. Its width includes the space at its end. */
export interface TextLine {
  text: string
  width: number
}

/** The glyphs of a text. Kerning stops at spaces, so that words are shaped once and remembered. */
export const glyphsOf = (text: string, face: FontFace): PlacedGlyph[] => {
  const { shape } = fontOf(face)
  return wordsOf(text).flatMap((word) => shape(word).glyphs)
}

/** Width of a text on one line, in points. */
export function widthOf(text: string, { face, size, characterSpacing = 0 }: TextSetting): number {
  const { shape } = fontOf(face)
  let advance = 0
  for (const word of wordsOf(text)) advance += shape(word).advance
  return advance * (size / 1000) + characterSpacing * (text.length - 1)
}

/** Words, each with the space after it. */
const wordsOf = (text: string): readonly string[] =>
  text.includes(' ') ? splitAtSpaces(text) : text === '' ? [] : [text]

const PARTS_REMEMBERED = 2000
const splitAtSpaces = remembered(PARTS_REMEMBERED, (text) => text.match(/[^ ]* |[^ ]+$/g) ?? [])

interface Part {
  text: string
  /** A line ends after it. */
  required: boolean
}

/** The parts between which a text may be broken. */
const partsOf = remembered(PARTS_REMEMBERED, (text): readonly Part[] => {
  const breaker = new LineBreaker(text)
  const parts: Part[] = []
  let start = 0
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    parts.push({ text: text.slice(start, found.position), required: found.required })
    start = found.position
  }
  return parts
})

/** Breaks a text into lines of at most `width` points. A word wider than a line is broken between letters. */
export function linesOf(text: string, setting: TextSetting, width: number): TextLine[] {
  const lines: TextLine[] = []
  let line: TextLine | undefined
  let room = width
  const add = (part: string, partWidth: number, required: boolean): void => {
    const fits = partWidth <= room
    if (fits) line = { text: (line?.text ?? '') + part, width: (line?.width ?? 0) + partWidth }
    if (fits && !required) {
      room -= partWidth
      return
    }
    if (!fits) {
      if (line) lines.push(line)
      line = { text: part, width: partWidth }
    }
    room = width - partWidth
    if (!required) return
    if (line) lines.push(line)
    line = undefined
    room = width
  }
  for (const { text: part, required } of partsOf(text)) {
    const partWidth = widthOfPart(part, setting)
    if (partWidth <= width) add(part, partWidth, required)
    else breakWord(part, required, { setting, width, room: () => room, add })
  }
  if (line) lines.push(line)
  return lines
}

interface Breaking {
  setting: TextSetting
  width: number
  /** Room left on the current line. */
  room: () => number
  add: (part: string, width: number, required: boolean) => void
}

/** Fills lines with as many letters of a word as fit each. An empty line takes at least one letter, so that breaking ends. */
function breakWord(word: string, required: boolean, { setting, width, room, add }: Breaking): void {
  const widthOfFirst = (letters: number): number => widthOfPart(rest.slice(0, letters), setting)
  let rest = word
  while (rest !== '') {
    const estimate = Math.ceil((room() * rest.length) / widthOfFirst(rest.length))
    let length = Math.max(0, Math.min(rest.length, estimate))
    while (length > 0 && widthOfFirst(length) > room()) length--
    while (length < rest.length && widthOfFirst(length + 1) <= room()) length++
    if (length === 0 && room() === width) length = 1
    const part = rest.slice(0, length)
    add(part, widthOfPart(part, setting), length < rest.length || required)
    rest = rest.slice(length)
  }
}

const float = new Float32Array(1)
const floatBits = new Uint32Array(float.buffer)

/**
 * The width of a part of a line, rounded down to a 32-bit number: a text exactly as wide as its box fits, whatever the last
 * digit of the sum.
 */
function widthOfPart(part: string, setting: TextSetting): number {
  const width = widthOf(part, setting) + (setting.characterSpacing ?? 0)
  float[0] = width
  // the bits of the next smaller positive number are less by one
  if (float[0] > width) floatBits[0]! -= 1
  return float[0]
}
