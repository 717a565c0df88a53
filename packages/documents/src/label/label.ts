import {
  cornerOf,
  onSheet,
  positionsOn,
  stockFor,
  type LabelPosition,
  type LabelStock,
} from '@postroom/domain/media/label-stock'
import { gridsOf, type LabelGridDpi } from '@postroom/domain/media/label-drawing'
import { continuousLabel } from '@postroom/domain/media/media-table'
import { gridOf, type Grid } from '../pdf/grid.ts'
import { addressLabelOn, drawAddressLabel } from './label-address.ts'
import { code128Text, type LabelContent, type SingleLabel } from './label-content.ts'
import { drawFrankingLabel, frankingLength } from './label-franking.ts'
import { drawCutMarks } from './label-marks.ts'
import type { Box } from './label-parts.ts'
import { layOut, MM, render, type Doc, type Drawing, type RenderedDocument } from '../pdf/pdf.ts'

const MM_PER_INCH = 25.4
/** Margins of a franking label, in points. Printers feed sheets slightly askew; rolls print almost to the edges. */
const SHEET_MARGIN = { across: 5.76, along: 5.76 }
const ROLL_MARGIN = { across: 0.96, along: 4.32 }

/**
 * Draws the labels of a stored shipment, one for each number, on as many pages as their places need. The same content and
 * resolution always give the same bytes. They are specimens without postal value; real labels come from the carrier.
 * @param dpi the resolution that they are drawn for, one of `gridsOf` their stock
 * @throws TextDoesNotFit when a text does not fit at a legible size; lay the label out with placeholder numbers before
 * money moves
 * @throws RangeError for a character without a glyph (check with `unprintableIn`), an unknown stock (`refuseLabels`), or a
 * resolution that the stock is not drawn for
 */
export const renderLabel = async (label: LabelContent, dpi: LabelGridDpi = 300): Promise<RenderedDocument> =>
  render(drawingOfLabel(label, dpi))

/** Lays the labels out in every drawing of their stock. @throws TextDoesNotFit when one of them has no room for a text */
export function layOutLabel(label: LabelContent): void {
  for (const dpi of gridsOf(stockOf(label))) layOut(drawingOfLabel(label, dpi))
}

function stockOf({ size, label_name }: LabelContent): LabelStock {
  const known = stockFor(size, label_name)
  if (!known) throw new RangeError(`No label stock ${label_name} in ${size}`)
  return known
}

/** The labels as a drawing, to lay out or render. */
export function drawingOfLabel(label: LabelContent, dpi: LabelGridDpi = 300): Drawing {
  const stock = onSheet(stockOf(label), label.sheet)
  if (!gridsOf(stock).includes(dpi)) throw new RangeError(`${stock.name} is not drawn for ${dpi} dpi`)
  const grid = gridOf(dpi)
  const labels = singleLabels(label)
  const places = placesFor(stock, label)
  const page = pageOf(stock, labels)
  const draw = (doc: Doc): number => {
    for (const [at, single] of labels.entries()) {
      if (at > 0 && at % places.length === 0) doc.addPage()
      drawOn(doc, stock, boxOf(stock, places[at % places.length]!, page, grid), single)
    }
    return Math.ceil(labels.length / places.length)
  }
  return { title: `Label ${code128Text(labels[0]!)}`, created_at: label.created_at, page, grid, draw }
}

/** One label for each number. A practice print is one label without a number. */
function singleLabels(label: LabelContent): SingleLabel[] {
  const numbers = label.test ? [''] : label.numbers
  if (numbers.length === 0) throw new RangeError('A label needs an item number')
  return numbers.map((tracking) => ({ ...label, tracking }))
}

/** The places to print on each page. A double label is printed on the first of its two places. */
const placesFor = (stock: LabelStock, { positions }: LabelContent): LabelPosition[] =>
  positionsOn(stock, positions).filter((_, at) => at % stock.places_per_label === 0)

type PageSize = Pick<RenderedDocument, 'width_mm' | 'height_mm'>

/** The page size of a stock. On an endless roll the labels determine the length. @see spec §9 */
function pageOf({ page, roll }: LabelStock, labels: readonly SingleLabel[]): PageSize {
  if (!roll) return { width_mm: page.width / 1000, height_mm: page.height / 1000 }
  const length = Math.max(...labels.map(frankingLength)) + 2 * ROLL_MARGIN.along
  const media = continuousLabel(roll, { width: (page.width / 1000) * MM, height: length })
  return { width_mm: media.width_in * MM_PER_INCH, height_mm: media.height_in * MM_PER_INCH }
}

/** The area of a label on its page, in points. */
function boxOf(stock: LabelStock, position: LabelPosition, page: PageSize, { round }: Grid): Box {
  const { x, y } = cornerOf(stock, position)
  const height = stock.roll ? page.height_mm : stock.label.height / 1000
  const dots = (mm: number): number => round(mm * MM)
  return { x: dots(x / 1000), y: dots(y / 1000), width: dots(stock.label.width / 1000), height: dots(height) }
}

/** Draws one label at its place, rotated by 90° when the orientations differ. */
function drawOn(doc: Doc, { design, roll, plain }: LabelStock, box: Box, label: SingleLabel): void {
  const { round } = doc.grid
  const turned = design === 'address' ? box.width > box.height : box.height > box.width
  const [width, height] = turned ? [box.height, box.width] : [box.width, box.height]
  doc.save()
  doc.translate(box.x, box.y)
  if (plain) drawCutMarks(doc, box)
  if (turned) doc.translate(box.width, 0).rotate(90)
  if (design === 'address') {
    const inner = addressLabelOn(doc.grid)
    doc.translate(round((width - inner.width) / 2), round((height - inner.height) / 2))
    drawAddressLabel(doc, label)
  } else {
    const margin = roll ? ROLL_MARGIN : SHEET_MARGIN
    const [along, across] = [round(margin.along), round(margin.across)]
    doc.translate(along, across)
    drawFrankingLabel(doc, label, { width: width - 2 * along, height: height - 2 * across, roll: roll !== undefined })
  }
  doc.restore()
}
