import { Doc, type Ink, type Rectangle, type TextOptions } from './doc.ts'
import { EmbeddedFont } from './embedded-font.ts'
import type { Grid } from './grid.ts'
import { FACES, fontOf, type FontFace, type PlacedGlyph } from './fonts.ts'
import { glyphsOf, linesOf, widthOf } from './text-lines.ts'
import { PdfFile } from './pdf-file.ts'

export interface PdfProperties {
  title: string
  created: Date
  /** Size of every page, in points. */
  width: number
  height: number
  grid: Grid
}

/** A document that draws: it writes the operators of each page and the fonts that they use. */
export class PdfDoc extends Doc {
  readonly #properties: PdfProperties
  readonly #pages: string[][] = []
  readonly #fonts = new Map<FontFace, EmbeddedFont>()
  #operators: string[] = []
  /** The path traced since the last one was painted. Only the painting operator may follow it in the file. */
  #path: string[] = []

  constructor(properties: PdfProperties) {
    super(properties.grid)
    this.#properties = properties
    this.addPage()
  }

  override addPage(): this {
    this.#operators = [`1 0 0 -1 0 ${number(this.#properties.height)} cm`]
    this.#pages.push(this.#operators)
    return this
  }

  override text(text: string, x: number, y: number, options: TextOptions = {}): this {
    const { width, align, lineGap = 0, characterSpacing } = options
    const setting = this.setting(characterSpacing)
    if (width === undefined) return this.#line(text, x, y, options)
    for (const [at, line] of linesOf(text, setting, width).entries()) {
      const shown = line.text.replaceAll('\n', '')
      const top = y + at * (this.currentLineHeight() + lineGap)
      let left = x
      if (align === 'right') left += width - widthOf(shown.trimEnd(), setting)
      if (align === 'center') left += width / 2 - line.width / 2
      this.#line(shown, left, top, options)
    }
    return this
  }

  #line(text: string, x: number, y: number, { characterSpacing = 0, outlined }: TextOptions): this {
    if (text === '') return this
    const { ascent, unitsPerEm } = fontOf(this.face).font
    const baseline = y + (ascent / unitsPerEm) * this.size
    const spaced = characterSpacing === 0 ? '' : `${number(characterSpacing)} Tc `
    const font = `/F${FACES.indexOf(this.face) + 1} ${number(this.size)} Tf`
    const shown = this.#shown(glyphsOf(text, this.face))
    const { height } = this.#properties
    const flipped = `1 0 0 -1 0 ${number(height)} cm BT 1 0 0 1 ${number(x)} ${number(height - baseline)} Tm`
    return this.#add(`q ${flipped} ${font} ${outlined ? '1 Tr ' : ''}${spaced}${shown} ET Q`)
  }

  /** The operator that shows glyphs. Numbers between them are kerning. */
  #shown(glyphs: readonly PlacedGlyph[]): string {
    const font = this.#fonts.get(this.face) ?? new EmbeddedFont(this.face)
    this.#fonts.set(this.face, font)
    let [operand, hasKerning] = ['', false]
    for (const glyph of glyphs) {
      operand += font.codeOf(glyph)
      if (glyph.advance === glyph.width) continue
      operand += `>${number(glyph.width - glyph.advance)}<`
      hasKerning = true
    }
    return hasKerning ? `[<${operand}>]TJ` : `<${operand}>Tj`
  }

  override rect(x: number, y: number, width: number, height: number): this {
    return this.#trace(`${number(x)} ${number(y)} ${number(width)} ${number(height)} re`)
  }

  override fillBlocks(
    corner: { x: number; y: number },
    unit: { x: number; y: number },
    blocks: () => readonly Rectangle[],
  ): this {
    for (const { x, y, width, height } of blocks())
      this.rect(corner.x + x * unit.x, corner.y + y * unit.y, width * unit.x, height * unit.y)
    return this.fill('black')
  }

  override moveTo(x: number, y: number): this {
    return this.#trace(`${number(x)} ${number(y)} m`)
  }

  override lineTo(x: number, y: number): this {
    return this.#trace(`${number(x)} ${number(y)} l`)
  }

  override lineWidth(points: number): this {
    return this.#add(`${number(points)} w`)
  }

  override dash(length: number, { space }: { space: number }): this {
    return this.#add(`[${number(length)} ${number(space)}] 0 d`)
  }

  override undash(): this {
    return this.#add('[] 0 d')
  }

  override fillColor(ink: Ink): this {
    return this.#add(`${levelOf(ink)} g`)
  }

  override strokeColor(ink: Ink): this {
    return this.#add(`${levelOf(ink)} G`)
  }

  override fill(ink: Ink): this {
    return this.fillColor(ink).#paint('f')
  }

  override stroke(ink?: Ink): this {
    return (ink === undefined ? this : this.strokeColor(ink)).#paint('S')
  }

  override save(): this {
    return this.#add('q')
  }

  override restore(): this {
    return this.#add('Q')
  }

  override translate(x: number, y: number): this {
    return this.#add(`1 0 0 1 ${number(x)} ${number(y)} cm`)
  }

  override rotate(degrees: number): this {
    const angle = (degrees * Math.PI) / 180
    const [cos, sin] = [number(Math.cos(angle)), number(Math.sin(angle))]
    return this.#add(`${cos} ${sin} ${number(-Math.sin(angle))} ${cos} 0 0 cm`)
  }

  #add(operator: string): this {
    this.#operators.push(operator)
    return this
  }

  #trace(operator: string): this {
    this.#path.push(operator)
    return this
  }

  #paint(operator: 'f' | 'S'): this {
    this.#operators.push(...this.#path, operator)
    this.#path = []
    return this
  }

  /** The finished file. The same drawing gives the same bytes. */
  end(): Buffer {
    const { title, created, width, height } = this.#properties
    const file = new PdfFile()
    const fonts = FACES.flatMap((face, at) => {
      const font = this.#fonts.get(face)
      return font ? [`/F${at + 1} ${font.addTo(file)}`] : []
    })
    const tree = file.reserve()
    const pages = this.#pages.map((operators) => {
      const contents = file.addStream(Buffer.from(operators.join('\n'), 'latin1'))
      return file.add(`<< /Type /Page /Parent ${tree} /Contents ${contents} >>`)
    })
    const shared = `/MediaBox [0 0 ${number(width)} ${number(height)}] /Resources << /Font << ${fonts.join(' ')} >> >>`
    // not packed, so that the size of the pages can be read without unpacking
    file.put(tree, Buffer.from(`<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${pages.length} ${shared} >>`))
    const catalog = file.add(`<< /Type /Catalog /Pages ${tree} /Lang ${textString('en-GB')} >>`)
    const by = textString('Postroom')
    const info = `<< /Title ${textString(title)} /Producer ${by} /Creator ${by} /CreationDate (${dateOf(created)}) >>`
    return file.bytes({ root: catalog, info: file.add(info) })
  }
}

/** A millionth of a point: readers round some edges to dots, and then a larger difference could show. */
const number = (value: number): number => Math.round(value * 1_000_000) / 1_000_000 || 0

const levelOf = (ink: Ink): number => (ink === 'black' ? 0 : ink === 'white' ? 1 : number(ink))

/** A text in a dictionary, in hexadecimal so that no character needs an escape. */
const textString = (text: string): string => `<${Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex')}>`

/** `D:20261121100000Z` */
const dateOf = (date: Date): string => `D:${date.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`
