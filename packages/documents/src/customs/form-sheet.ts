import { OFFICE_GRID } from '../pdf/grid.ts'
import type { Caption, CustomsFormContent } from './customs-form.ts'
import { drawContents, listContents } from './form-contents.ts'
import { boxOf, drawBarcodeField, drawCategories, drawCell, drawFormHeader } from './form-fields.ts'
import type { Area, FormTemplate } from './form-template.ts'
import { code128Caption, code128Text, type NumberedItem } from '../label/label-content.ts'
import { drawHeader, drawWatermark } from '../label/label-marks.ts'
import { drawFrame } from '../label/label-parts.ts'
import { MM, type Doc, type Drawing } from '../pdf/pdf.ts'

const NUMBER_MM = 6

/**
 * Draws a customs form for each item. Customs items that do not fit the form continue on further pages of the same shape.
 */
export function drawingOfForm(template: FormTemplate, content: CustomsFormContent): Drawing {
  const items = numberedItems(content)
  const draw = (doc: Doc): number => {
    const list = listContents(doc, template, content.customs.items, furtherArea(template))
    for (const [at, item] of items.entries()) {
      if (at > 0) doc.addPage()
      drawForm(doc, template, content, item, list)
    }
    return items.length * list.pages.length
  }
  const title = `${template.name} ${code128Text(items[0]!)}`
  return { title, created_at: content.created_at, page: content.sheet, draw }
}

function numberedItems({ test, numbers }: CustomsFormContent): NumberedItem[] {
  if (test) return [{ test, tracking: '' }]
  if (numbers.length === 0) throw new RangeError('A customs form needs an item number')
  return numbers.map((tracking) => ({ test, tracking }))
}

/** Draws the form of one item, on as many pages as its customs items need. */
function drawForm(
  doc: Doc,
  template: FormTemplate,
  content: CustomsFormContent,
  item: NumberedItem,
  { size, pages }: ReturnType<typeof listContents>,
): void {
  for (const [at, items] of pages.entries()) {
    if (at > 0) doc.addPage()
    const list = { items, size, ...(at + 1 < pages.length && { nextPage: at + 2 }) }
    onSheet(doc, template, content, () => {
      drawFormHeader(doc, template)
      if (at === 0) drawFields(doc, template, content, item)
      else drawPlace(doc, template, `${code128Caption(item)} · ${at + 1}/${pages.length}`)
      drawContents(doc, template, at === 0 ? template.contents.area : furtherArea(template), list)
    })
  }
}

function drawFields(doc: Doc, template: FormTemplate, content: CustomsFormContent, item: NumberedItem): void {
  drawBarcodeField(doc, template, item)
  drawCategories(doc, template, content)
  for (const cell of template.cells) drawCell(doc, template, cell, { content, item })
}

/** Draws the item number and page number that identify a further page. */
function drawPlace(doc: Doc, template: FormTemplate, place: string): void {
  const box = boxOf(belowHeader(template, 0, NUMBER_MM))
  drawFrame(doc, box)
  doc.font('bold', 9).text(place, box.x, box.y + 2.5, { width: box.width, align: 'center' })
}

const furtherArea = (template: FormTemplate): Area => belowHeader(template, NUMBER_MM)

/** The area of the frame that starts `skip` below the header and ends after `height`, by default at the bottom. */
function belowHeader({ frame, header }: FormTemplate, skip: number, height?: number): Area {
  const top = header[1] + header[3] + skip
  return [frame[0], top, frame[2], height ?? frame[1] + frame[3] - top]
}

const band = ({ frame, header }: FormTemplate): Area => [frame[0], frame[1], frame[2], header[1] - frame[1]]

/** The area below the barcode: the watermark must not be behind it. */
function belowBars({ frame, header, barcode = header }: FormTemplate): Area {
  const top = barcode[1] + barcode[3]
  return [frame[0], top, frame[2], frame[1] + frame[3] - top]
}

/** Draws a form at its place on the sheet, with specimen marks, cut lines and advice. */
function onSheet(doc: Doc, template: FormTemplate, content: CustomsFormContent, draw: () => void): void {
  const [left, top] = template.corner
  doc.save()
  doc.translate(OFFICE_GRID.round(left * MM), OFFICE_GRID.round(top * MM))
  drawWatermark(doc, content, boxOf(belowBars(template)))
  drawHeader(doc, content, boxOf(band(template)))
  draw()
  if (template.advice) {
    drawCutLines(doc, template, content.sheet)
    drawAdvice(doc, template, template.advice)
  }
  doc.restore()
}

/** Draws a thin dashed line along every edge of the form that is not an edge of the sheet. */
function drawCutLines(
  doc: Doc,
  { width_mm, height_mm, corner: [left, top] }: FormTemplate,
  sheet: CustomsFormContent['sheet'],
): void {
  const [right, bottom] = [width_mm * MM, height_mm * MM]
  doc
    .lineWidth(OFFICE_GRID.dot)
    .dash(2, { space: 2 })
    .strokeColor(1 / 3)
  if (left !== 0) doc.moveTo(0, 0).lineTo(0, bottom).stroke()
  if (top !== 0) doc.moveTo(0, 0).lineTo(right, 0).stroke()
  if (left + width_mm < sheet.width_mm) doc.moveTo(right, 0).lineTo(right, bottom).stroke()
  if (top + height_mm < sheet.height_mm) doc.moveTo(0, bottom).lineTo(right, bottom).stroke()
  doc.undash()
}

function drawAdvice(doc: Doc, { frame, height_mm }: FormTemplate, advice: Caption): void {
  const y = (height_mm + 5) * MM
  doc.font('regular', 7.5).text(advice.join(' / '), frame[0] * MM, y)
}
