import type { CustomsItem } from '@postroom/domain/customs/customs'
import { OFFICE_GRID } from '../pdf/grid.ts'
import { drawThinRule, paragraph } from '../pdf/fit-text.ts'
import { boxOf, drawCaption, inside } from './form-fields.ts'
import type { Area, FormColumn, FormTemplate } from './form-template.ts'
import { drawFrame, type Box } from '../label/label-parts.ts'
import { MM, type Doc } from '../pdf/pdf.ts'

const STEP_PT = 0.25
const LEADING = 1.2
/** Height of the note 'Continued on page …', in points. */
const NOTE = 9

/** The customs items of each page, and their text size in points. */
export interface ListedContents {
  size: number
  pages: readonly (readonly CustomsItem[])[]
}

/**
 * Chooses the largest size at which all customs items fit the form. If they do not fit at the smallest, the rest goes on
 * further pages, where the list has the area `further`.
 */
export function listContents(
  doc: Doc,
  template: FormTemplate,
  items: readonly CustomsItem[],
  further: Area,
): ListedContents {
  const { area, sizes } = template.contents
  const room = roomFor(template, area)
  for (let size = sizes.largest; size >= sizes.smallest; size -= STEP_PT) {
    const total = items.reduce((sum, item) => sum + rowHeight(doc, template, item, size), 0)
    if (total <= room && items.every((item) => figuresFit(doc, template, item, size))) return { size, pages: [items] }
  }
  const size = sizes.smallest
  const pages: CustomsItem[][] = [[]]
  let left = room - NOTE
  for (const item of items) {
    const height = rowHeight(doc, template, item, size)
    if (height > left) {
      pages.push([])
      left = roomFor(template, further) - NOTE
    }
    pages.at(-1)!.push(item)
    left -= height
  }
  return { size, pages }
}

/** Draws the list with its head. `nextPage` is the number of the page that continues it. */
export function drawContents(
  doc: Doc,
  template: FormTemplate,
  area: Area,
  list: { items: readonly CustomsItem[]; size: number; nextPage?: number },
): void {
  const box = boxOf(area)
  const { padding_pt } = template
  drawHead(doc, template, box)
  let y = box.y + template.contents.head_mm * MM
  for (const item of list.items) {
    for (const [column, x, width] of columnsOf(template)) {
      const { text } = paragraph(column.filled(item))
      const align = column.right ? 'right' : 'left'
      doc.font('regular', list.size)
      const setting = { width: width - 2 * padding_pt, lineGap: gap(doc, list.size), align } as const
      doc.text(text, x + padding_pt, y + 1, setting)
    }
    y += rowHeight(doc, template, item, list.size)
    drawThinRule(doc, { ...box, y })
  }
  if (list.nextPage !== undefined) drawNote(doc, template, box, list.nextPage)
}

function drawHead(doc: Doc, template: FormTemplate, box: Box): void {
  const head = { ...box, height: template.contents.head_mm * MM }
  drawFrame(doc, head)
  for (const [column, x, width] of columnsOf(template)) {
    drawFrame(doc, { ...box, x, width })
    drawCaption(doc, column.caption, inside({ ...head, x, width }, template.padding_pt), template.caption_pt)
  }
}

function drawNote(doc: Doc, { padding_pt }: FormTemplate, box: Box, page: number): void {
  const { x, width } = box
  const note = { ...box, y: OFFICE_GRID.round(box.y + box.height - NOTE), height: OFFICE_GRID.round(NOTE) }
  doc.rect(x, note.y, width, note.height).fill('white').fillColor('black')
  drawFrame(doc, note)
  doc.font('bold', 6).text(`Continued on page ${page} / Suite page ${page}`, x + padding_pt, note.y + 0.3, { width })
}

/** The columns, with edges on whole dots. They are at the same x on every page. */
function columnsOf({ contents }: FormTemplate): [FormColumn, x: number, width: number][] {
  const { x: left, width: across } = boxOf(contents.area)
  let mm = 0
  return contents.columns.map((column) => {
    const x = OFFICE_GRID.round(left + mm * MM)
    mm += column.width_mm
    return [column, x, Math.min(OFFICE_GRID.round(left + mm * MM), left + across) - x]
  })
}

const roomFor = ({ contents }: FormTemplate, area: Area): number => boxOf(area).height - contents.head_mm * MM

/** The height of the highest cell. */
function rowHeight(doc: Doc, template: FormTemplate, item: CustomsItem, size: number): number {
  doc.font('regular', size)
  const lineGap = gap(doc, size)
  const heights = columnsOf(template).map(([{ filled }, , width]) =>
    doc.heightOfString(paragraph(filled(item)).text, { width: width - 2 * template.padding_pt, lineGap }),
  )
  return Math.max(...heights) + 2
}

/** Whether every figure fits its column without a line break. */
function figuresFit(doc: Doc, template: FormTemplate, item: CustomsItem, size: number): boolean {
  doc.font('regular', size)
  return columnsOf(template).every(
    ([{ right, filled }, , width]) => !right || doc.widthOfString(filled(item)) <= width - 2 * template.padding_pt,
  )
}

/** Noto's line height of 1.36 is too loose for lists. */
const gap = (doc: Doc, size: number): number => size * LEADING - doc.currentLineHeight()
