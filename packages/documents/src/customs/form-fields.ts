import { CONTENTS_TYPES } from '@postroom/domain/customs/customs'
import { code128, drawSymbol } from '../pdf/barcode.ts'
import { OFFICE_GRID } from '../pdf/grid.ts'
import { CATEGORIES, type Caption, type CustomsFormContent } from './customs-form.ts'
import { lineByLine, paragraph, setText } from '../pdf/fit-text.ts'
import type { Area, FormCell, FormTemplate } from './form-template.ts'
import { code128Caption, code128Text, type NumberedItem } from '../label/label-content.ts'
import { drawMarkBeside } from '../label/label-marks.ts'
import { drawFrame, QUIET_MODULES, type Box } from '../label/label-parts.ts'
import { MM, type Doc } from '../pdf/pdf.ts'

const BARS_MODULE_DOTS = 4
const TICK_BOX = 5.5

/** Converts an area of the form to points, with edges on whole dots. */
export function boxOf([left, top, width, height]: Area): Box {
  const [x, y] = [OFFICE_GRID.round(left * MM), OFFICE_GRID.round(top * MM)]
  return { x, y, width: OFFICE_GRID.round((left + width) * MM) - x, height: OFFICE_GRID.round((top + height) * MM) - y }
}

export const inside = ({ x, y, width, height }: Box, padding: number): Box => ({
  x: x + padding,
  y: y + padding,
  width: width - 2 * padding,
  height: height - 2 * padding,
})

/** Draws the title, the name of the form and the notice that customs may open the item. */
export function drawFormHeader(doc: Doc, template: FormTemplate): void {
  const { x, y, width, height } = inside(boxOf(template.header), template.padding_pt)
  const [english, french] = template.title
  const title = [paragraph(english, 'bold'), paragraph(french)]
  const opening = (template.opening ?? []).map((text) => paragraph(text))
  const sizes = { largest: Math.min(8, template.caption_pt * 1.6), smallest: 6 }
  setText(doc, title, { x, y, width: width * 0.45, height, middle: true }, sizes)
  setText(doc, opening, { x: x + width * 0.47, y, width: width * 0.32, height, middle: true }, { ...sizes, largest: 7 })
  const size = 14
  doc
    .font('bold', size)
    .text(template.name, x + width * 0.7, y + height / 2 - size * 0.68, { width: width * 0.3, align: 'right' })
  drawFrame(doc, boxOf(template.header))
}

/** Draws a field: the caption, and the content below it. */
export function drawCell(
  doc: Doc,
  template: FormTemplate,
  cell: FormCell,
  { content, item }: { content: CustomsFormContent; item: NumberedItem },
): void {
  const box = boxOf(cell.area)
  drawFrame(doc, box)
  const rest = drawCaption(doc, cell.caption, inside(box, template.padding_pt), template.caption_pt)
  const lines = (cell.filled?.(content, item) ?? []).filter((line) => line !== '')
  const face = cell.bold ? 'bold' : 'regular'
  const block = `${template.name}: ${cell.caption[0]}`
  const set = (texts: readonly string[]) =>
    setText(
      doc,
      texts.map((text) => paragraph(text, face)),
      { ...rest, block },
      template.sizes,
    )
  if (lines.length > 0) lineByLine(lines, set)
}

/** Draws a caption in both languages, on one line if it fits. @returns the room below it */
export function drawCaption(doc: Doc, caption: Caption, { x, y, width, height }: Box, size: number): Box {
  const words = [...new Set(caption)]
  const line = words.join(' / ')
  const text = doc.font('regular', size).widthOfString(line) <= width ? line : words.join('\n')
  const options = { width, lineGap: -size * 0.25 }
  const taken = doc.heightOfString(text, options)
  doc.text(text, x, y - 1, options)
  return { x, y: y + taken - 0.5, width, height: height - taken + 0.5 }
}

/** Draws the item number as a barcode and as text. A practice print has the word TEST instead. */
export function drawBarcodeField(doc: Doc, template: FormTemplate, item: NumberedItem): void {
  if (!template.barcode) return
  const box = boxOf(template.barcode)
  const symbol = code128(code128Text(item))
  const width = symbol.columns * BARS_MODULE_DOTS * OFFICE_GRID.dot
  const quiet = QUIET_MODULES * BARS_MODULE_DOTS * OFFICE_GRID.dot
  const x = OFFICE_GRID.round(box.x + (box.width - width) / 2)
  const bars = { y: box.y + 4, height: OFFICE_GRID.round(box.height - 20) }
  drawFrame(doc, box)
  drawSymbol(doc, symbol, {
    x,
    y: bars.y,
    moduleDots: BARS_MODULE_DOTS,
    heightDots: Math.round(bars.height / OFFICE_GRID.dot),
  })
  drawMarkBeside(doc, item, { x: x - quiet - 9, y: box.y + 1, length: box.height - 2 })
  drawMarkBeside(doc, item, { x: x + width + quiet, y: box.y + 1, length: box.height - 2 })
  const setting = { width: box.width, align: 'center', characterSpacing: 0.6 } as const
  doc.font('bold', 9).text(code128Caption(item), box.x, bars.y + bars.height + 1, setting)
}

/** Draws the categories with tick boxes, the shipment's category ticked, and the sender's description of it. */
export function drawCategories(doc: Doc, template: FormTemplate, { customs }: CustomsFormContent): void {
  if (!template.categories) return
  const { area, columns, caption } = template.categories
  const box = boxOf(area)
  drawFrame(doc, box)
  const room = drawCaption(doc, caption, inside(box, template.padding_pt), template.caption_pt)
  const rows = CONTENTS_TYPES.length / columns
  const words = customs.contents_description === '' ? 0 : template.caption_pt * 1.4
  const [width, height] = [room.width / columns, (room.height - words) / rows]
  for (const [at, type] of CONTENTS_TYPES.entries()) {
    const x = room.x + Math.floor(at / rows) * width
    const y = room.y + (at % rows) * height + (height - TICK_BOX) / 2
    drawTickBox(doc, { x, y, ticked: type === customs.contents_type })
    const text = { x: x + TICK_BOX + 3, y: y - height / 2 + TICK_BOX / 2, width: width - TICK_BOX - 5, height }
    const names = [...new Set(CATEGORIES[type])].map((name) => paragraph(name))
    setText(doc, names, { ...text, middle: true }, { largest: template.caption_pt, smallest: 6 })
  }
  const below = { x: room.x, y: room.y + room.height - words, width: room.width, height: words }
  if (words > 0)
    setText(
      doc,
      [paragraph(customs.contents_description, 'bold')],
      { ...below, block: `${template.name}: ${caption[0]}` },
      template.sizes,
    )
}

function drawTickBox(doc: Doc, { x, y, ticked }: { x: number; y: number; ticked: boolean }): void {
  doc.rect(x, y, TICK_BOX, TICK_BOX).lineWidth(OFFICE_GRID.line).stroke('black')
  if (ticked) doc.font('bold', 7.5).text('X', x - 2, y - 2.5, { width: TICK_BOX + 4, align: 'center' })
}
