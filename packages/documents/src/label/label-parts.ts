import { unbroken } from '@postroom/domain/catalogue/address-lines'
import { code128, drawSymbol } from '../pdf/barcode.ts'
import { paragraph, setText } from '../pdf/fit-text.ts'
import { addressSeenFrom, code128Caption, code128Text, type SingleLabel } from './label-content.ts'
import { drawMarkBeside } from './label-marks.ts'
import type { Grid } from '../pdf/grid.ts'
import type { Doc } from '../pdf/pdf.ts'

/** An area of a label, in points. Its left and top edges are on whole dots. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export const QUIET_MODULES = 10
const CAPTION_SPACE = 15

/** Captions on thermal labels are bold, which is legible at a smaller size. */
const CAPTION = { 203: 'bold', 300: 'regular' } as const

export function drawCaption(doc: Doc, text: string, x: number, y: number): void {
  doc.font(CAPTION[doc.grid.dpi], 5.5).text(text, x, y, { characterSpacing: 0.2 })
}

export function drawFrame(doc: Doc, { x, y, width, height }: Box): void {
  doc.rect(x, y, width, height).lineWidth(doc.grid.line).stroke('black')
}

export function drawRule(doc: Doc, x: number, y: number, width: number): void {
  doc.rect(doc.grid.round(x), doc.grid.round(y), width, doc.grid.line).fill('black')
}

/** Sets the delivery address, with the postcode largest. @throws TextDoesNotFit below 7 points, which sorters cannot read */
export function setDeliveryAddress(doc: Doc, label: SingleLabel, box: Box): void {
  const { lines, town, country } = addressSeenFrom('GB', label.to)
  const [addressee = '', ...rest] = lines
  const code = unbroken(label.to.postal_code)
  const address = [
    paragraph(addressee, 'bold', 1.08),
    ...rest.map((line) => paragraph(line)),
    ...town.map((line) => (code !== '' && line.includes(code) ? paragraph(line, 'bold', 1.35) : paragraph(line))),
    paragraph(country, 'bold', 1.15),
  ].filter(({ text }) => text !== '')
  setText(doc, address, { ...box, block: 'delivery address' }, { largest: 15, smallest: 7 })
}

/** Width of the narrow barcode of a label with its quiet zones, in points. */
export const narrowBarcodeWidth = (label: SingleLabel, { narrow_code_128_dots, dot }: Grid): number =>
  (code128(code128Text(label)).columns + 2 * QUIET_MODULES) * narrow_code_128_dots * dot

/** Draws the item number as a wide barcode with a specimen mark at each end. */
export function drawMarkedBarcode(doc: Doc, label: SingleLabel, box: Box): void {
  const { left, right } = drawBarcode(doc, label, box, 'usual')
  const quiet = QUIET_MODULES * doc.grid.code_128_dots * doc.grid.dot
  const length = box.height - 18
  drawMarkBeside(doc, label, { x: left - quiet - 10, y: box.y, length })
  drawMarkBeside(doc, label, { x: right + quiet + 1, y: box.y, length })
}

/** Draws the item number as a barcode, centred, with its text below. @returns the left and right edges of the barcode */
export function drawBarcode(
  doc: Doc,
  label: SingleLabel,
  box: Box,
  bars: 'narrow' | 'usual',
): { left: number; right: number } {
  const { dot, round, code_128_dots, narrow_code_128_dots } = doc.grid
  const symbol = code128(code128Text(label))
  const moduleDots = bars === 'narrow' ? narrow_code_128_dots : code_128_dots
  const width = symbol.columns * moduleDots * dot
  const left = round(box.x + (box.width - width) / 2)
  const heightDots = Math.floor((box.height - CAPTION_SPACE) / dot)
  drawSymbol(doc, symbol, { x: left, y: box.y, moduleDots, heightDots })
  const setting = { width: box.width, align: 'center', characterSpacing: 0.6 } as const
  doc
    .font('bold', bars === 'narrow' ? 8 : 11)
    .text(code128Caption(label), box.x, box.y + box.height - CAPTION_SPACE + 1, setting)
  return { left, right: left + width }
}
