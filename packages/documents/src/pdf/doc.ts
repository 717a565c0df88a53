import { fontOf, type FontFace } from './fonts.ts'
import { OFFICE_GRID, type Grid } from './grid.ts'
import { linesOf, widthOf, type TextSetting } from './text-lines.ts'

/** Black, white, or a grey from 0 (black) to 1 (white). */
export type Ink = 'black' | 'white' | number

/** How `text` sets a text. Without a width it is one line. */
export interface TextOptions {
  width?: number
  align?: 'left' | 'right' | 'center'
  /** Added to the height of a line, in points. */
  lineGap?: number
  characterSpacing?: number
  /** Draws only the outline of the letters, in the stroke's ink. */
  outlined?: true
}

/** A rectangle in any unit. */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/**
 * A document that measures text and draws nothing; `PdfDoc` draws. Points count from the top left corner of the page. The
 * same calls lay a document out and draw it, so what was laid out can be drawn.
 */
export class Doc {
  readonly grid: Grid
  protected face: FontFace = 'regular'
  /** None before the first call of `font`. */
  protected size = Number.NaN

  constructor(grid: Grid = OFFICE_GRID) {
    this.grid = grid
  }

  /** Sets the font for what follows, in points, or in the smallest size that prints legibly on the grid. */
  font(face: FontFace, size: number): this {
    this.face = face
    this.size = Math.max(size, this.grid.smallest_pt[face])
    return this
  }

  get fontSize(): number {
    return this.size
  }

  /** Width of a text on one line. */
  widthOfString(text: string): number {
    return widthOf(text, this.setting())
  }

  /** Height of a text broken into lines. */
  heightOfString(text: string, { width, lineGap }: { width: number; lineGap: number }): number {
    return linesOf(text, this.setting(), width).length * (this.currentLineHeight() + lineGap)
  }

  currentLineHeight(): number {
    const { ascent, descent, unitsPerEm } = fontOf(this.face).font
    return ((ascent - descent) / unitsPerEm) * this.size
  }

  protected setting(characterSpacing?: number): TextSetting {
    return { face: this.face, size: this.size, characterSpacing }
  }

  /** Draws a text whose first line has its top at `y`. */
  text(_text: string, _x: number, _y: number, _options?: TextOptions): this {
    return this
  }

  rect(_x: number, _y: number, _width: number, _height: number): this {
    return this
  }

  /** Fills the blocks, whose unit is `unit`, as one path. They are made only if they are drawn. */
  fillBlocks(
    _corner: { x: number; y: number },
    _unit: { x: number; y: number },
    _blocks: () => readonly Rectangle[],
  ): this {
    return this
  }

  moveTo(_x: number, _y: number): this {
    return this
  }

  lineTo(_x: number, _y: number): this {
    return this
  }

  lineWidth(_points: number): this {
    return this
  }

  dash(_length: number, _options: { space: number }): this {
    return this
  }

  undash(): this {
    return this
  }

  fillColor(_ink: Ink): this {
    return this
  }

  strokeColor(_ink: Ink): this {
    return this
  }

  fill(_ink: Ink): this {
    return this
  }

  stroke(_ink?: Ink): this {
    return this
  }

  save(): this {
    return this
  }

  restore(): this {
    return this
  }

  translate(_x: number, _y: number): this {
    return this
  }

  /** Turns what follows clockwise around the origin. */
  rotate(_degrees: number): this {
    return this
  }

  addPage(): this {
    return this
  }
}
