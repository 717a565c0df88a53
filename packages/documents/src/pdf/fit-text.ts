import type { Doc } from './doc.ts'
import type { FontFace } from './fonts.ts'
import { printable, unprintableIn } from './glyphs.ts'

/** A text does not fit its place at the smallest legible size. The layout before a purchase finds it, before money moves. */
export class TextDoesNotFit extends Error {
  /** The name of the text that does not fit, such as 'delivery address'. */
  readonly block: string

  constructor(block: string) {
    super(`The ${block} does not fit`)
    this.block = block
  }
}

/** A paragraph with its font face and its size relative to the block's. */
export interface Paragraph {
  text: string
  face: FontFace
  scale: number
  /** A rule separates it from the paragraph above. */
  ruleAbove?: true
}

/** Prepares a text for drawing. @throws RangeError when a character has no glyph; check with `unprintableIn` before money moves */
export function paragraph(text: string, face: FontFace = 'regular', scale = 1): Paragraph {
  const missing = unprintableIn([text])
  if (missing.length > 0) throw new RangeError(`No glyph for ${missing.join(' ')}`)
  return { text: printable(text), face, scale }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
  /** Centres the text vertically; otherwise it starts at the top. */
  middle?: boolean
  /** The name of this text in `TextDoesNotFit`. */
  block?: string
}

/** Largest and smallest size to try, in points. */
export interface SizeRange {
  largest: number
  smallest: number
}

const STEP_PT = 0.25
/** A text as high as its box fits, whatever the last digit of the sum of its lines. */
const ROUNDING = 1e-6
const LEADING = 1.2
/** White space around the rule above a paragraph, relative to the size. */
const RULE_SPACE = 0.6

/**
 * Sets paragraphs below each other in the largest size at which all of them fit the box; in bold, where the grid prints
 * smaller text legibly in bold. Long paragraphs wrap, but never at a no-break space (U+00A0).
 * @returns the height taken, in points
 * @throws TextDoesNotFit when they do not fit at the smallest size; text is never cut off
 */
export function setText(doc: Doc, paragraphs: readonly Paragraph[], box: Box, sizes: SizeRange): number {
  const key = JSON.stringify([doc.grid.dpi, paragraphs, box.width, box.height, sizes])
  const known = sizesFound.get(key)
  // below this, no paragraph becomes smaller
  const legible = Math.min(sizes.largest, ...paragraphs.map(({ face, scale }) => doc.grid.smallest_pt[face] / scale))
  const smallest = Math.max(sizes.smallest, legible - STEP_PT)
  for (let size = known ?? sizes.largest; size >= smallest; size -= STEP_PT) {
    const heights = paragraphs.map((each) => heightAt(doc, each, size, box.width))
    const total = heights.reduce((sum, height) => sum + height, 0)
    if (total > box.height + ROUNDING || paragraphs.some((each) => breaksUnbroken(doc, each, size, box.width))) continue
    if (known === undefined) rememberSize(key, size)
    let y = box.middle ? box.y + (box.height - total) / 2 : box.y
    for (const [index, { text, face, scale, ruleAbove }] of paragraphs.entries()) {
      const above = ruleAbove ? size * RULE_SPACE : 0
      if (ruleAbove) drawThinRule(doc, { ...box, y: y + above / 2 })
      doc.font(face, size * scale).text(text, box.x, y + above, { width: box.width, lineGap: lineGap(doc) })
      y += heights[index]!
    }
    return total
  }
  const { smallest_pt } = doc.grid
  const isBoldSmaller = smallest_pt.bold < smallest_pt.regular && paragraphs.some(({ face }) => face === 'regular')
  if (!isBoldSmaller) throw new TextDoesNotFit(box.block ?? 'text')
  return setText(
    doc,
    paragraphs.map((each) => ({ ...each, face: 'bold' as const })),
    box,
    sizes,
  )
}

/** Draws the thinnest line that prints on the grid, below `y`. */
export function drawThinRule(doc: Doc, { x, y, width }: Pick<Box, 'x' | 'y' | 'width'>): void {
  const { round, dot, thinnest_line_dots } = doc.grid
  doc.rect(x, round(y), width, thinnest_line_dots * dot).fill('black')
}

/** The sizes at which recent texts fitted: a document laid out before the purchase is drawn at the same sizes after it. */
const sizesFound = new Map<string, number>()
const SIZES_REMEMBERED = 2000

function rememberSize(key: string, size: number): void {
  if (sizesFound.size >= SIZES_REMEMBERED) sizesFound.clear()
  sizesFound.set(key, size)
}

/** Sets each text on its own line; if that does not fit, joins them with commas. @throws TextDoesNotFit */
export function lineByLine(lines: readonly string[], set: (texts: readonly string[]) => void): void {
  try {
    set(lines)
  } catch (error) {
    if (!(error instanceof TextDoesNotFit)) throw error
    set([lines.join(', ')])
  }
}

function heightAt(doc: Doc, { text, face, scale, ruleAbove }: Paragraph, size: number, width: number): number {
  doc.font(face, size * scale)
  return doc.heightOfString(text, { width, lineGap: lineGap(doc) }) + (ruleAbove ? size * RULE_SPACE : 0)
}

/** Words joined by no-break spaces. */
const BOUND = /[^ \n]*\u00A0[^ \n]*/g

function breaksUnbroken(doc: Doc, { text, face, scale }: Paragraph, size: number, width: number): boolean {
  return (text.match(BOUND) ?? []).some((words) => doc.font(face, size * scale).widthOfString(words) > width)
}

/** Noto's line height of 1.36 is too loose for addresses. */
const lineGap = (doc: Doc): number => doc.fontSize * LEADING - doc.currentLineHeight()
