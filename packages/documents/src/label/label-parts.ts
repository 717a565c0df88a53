import { unbroken } from '@postroom/domain/catalogue/address-lines'
import { code128, DOT, drawSymbol, roundToDots } from '../pdf/barcode.ts'
import { paragraph, setText } from '../pdf/fit-text.ts'
import { addressSeenFrom, code128Caption, code128Text, type SingleLabel } from './label-content.ts'
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

export function drawCaption(doc: Doc, text: string, x: number, y: number): void {
  doc.font('regular', 5.5).text(text, x, y, { characterSpacing: 0.2 })
}

/** Width of a line that every printer can print, in points. */
export const LINE = 2 * DOT

export function drawFrame(doc: Doc, { x, y, width, height }: Box): void {
  doc.rect(x, y, width, height).lineWidth(LINE).stroke('black')
}

export function drawRule(doc: Doc, x: number, y: number, width: number): void {
  doc.rect(roundToDots(x), roundToDots(y), width, 2 * DOT).fill('black')
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

/** Width of a label's barcode with its quiet zones, in points. */
export const barcodeWidth = (label: SingleLabel, moduleDots: number): number =>
  (code128(code128Text(label)).columns + 2 * QUIET_MODULES) * moduleDots * DOT

/** Draws the item number as a barcode, centred, with its text below. @returns the left and right edges of the barcode */
export function drawBarcode(
  doc: Doc,
  label: SingleLabel,
  box: Box,
  moduleDots: number,
): { left: number; right: number } {
  const symbol = code128(code128Text(label))
  const width = symbol.columns * moduleDots * DOT
  const left = roundToDots(box.x + (box.width - width) / 2)
  const heightDots = Math.floor((box.height - CAPTION_SPACE) / DOT)
  drawSymbol(doc, symbol, { x: left, y: box.y, moduleDots, heightDots })
  const setting = { width: box.width, align: 'center', characterSpacing: 0.6 } as const
  const size = moduleDots < 4 ? 8 : 11
  doc.font('bold', size).text(code128Caption(label), box.x, box.y + box.height - CAPTION_SPACE + 1, setting)
  return { left, right: left + width }
}
