import bwipjs from 'bwip-js'
import type { Doc, Rectangle } from './doc.ts'
import { remembered } from './remembered.ts'

/** A symbol without its quiet zone. Its blocks are in modules from the top left corner, and are made when it is drawn. */
export interface Symbol2d {
  columns: number
  rows: number
  blocks: () => Rectangle[]
}

/** A Data Matrix. Version 32x32, the default, holds 90 capitals and digits; 16x48 holds 70. @throws RangeError for an unknown version */
export function dataMatrix(text: string, version: '32x32' | '16x48' = '32x32'): Symbol2d {
  const [rows = 0, columns = 0] = version.split('x').map(Number)
  const blocks = (): Rectangle[] => {
    const [symbol] = bwipjs.raw('datamatrix', text, { version } as object)
    if (!symbol || !('pixs' in symbol)) throw new RangeError('Not a Data Matrix')
    return blocksOf(symbol.pixs, columns)
  }
  return { columns, rows, blocks }
}

/** A QR code that survives the loss of a quarter of it. */
export function qrCode(text: string): Symbol2d {
  const [symbol] = bwipjs.raw('qrcode', text, { eclevel: 'Q' } as object)
  if (!symbol || !('pixs' in symbol)) throw new RangeError('Not a QR code')
  const { pixs, pixx } = symbol
  return { columns: pixx, rows: pixs.length / pixx, blocks: () => blocksOf(pixs, pixx) }
}

const NUMBERS_REMEMBERED = 100

/** A Code 128 barcode one module high; the caller sets its height. */
export const code128 = remembered(NUMBERS_REMEMBERED, (text): Symbol2d => {
  const [symbol] = bwipjs.raw('code128', text)
  if (!symbol || !('sbs' in symbol)) throw new RangeError('Not a Code 128')
  const blocks: Rectangle[] = []
  let x = 0
  for (const [index, width] of symbol.sbs.entries()) {
    if (index % 2 === 0) blocks.push({ x, y: 0, width, height: 1 })
    x += width
  }
  return { columns: x, rows: 1, blocks: () => blocks }
})

/** Draws a symbol as one path with one fill. Bars filled separately are rounded to dots separately and become uneven. */
export function drawSymbol(
  doc: Doc,
  symbol: Symbol2d,
  at: { x: number; y: number; moduleDots: number; heightDots?: number },
): void {
  const { dot, round } = doc.grid
  const module = at.moduleDots * dot
  const rowHeight = at.heightDots === undefined ? module : (at.heightDots * dot) / symbol.rows
  doc.fillBlocks({ x: round(at.x), y: round(at.y) }, { x: module, y: rowHeight }, symbol.blocks)
}

/** Merges adjacent dark modules of a row, then equal runs of adjacent rows. */
function blocksOf(modules: readonly number[], columns: number): Rectangle[] {
  const blocks: Rectangle[] = []
  const open = new Map<string, Rectangle>()
  for (let y = 0; y < modules.length / columns; y++) {
    for (let x = 0; x < columns;) {
      let width = 0
      while (x + width < columns && modules[y * columns + x + width] === 1) width++
      if (width > 0) extend(blocks, open, { x, y, width, height: 1 })
      x += width + 1
    }
  }
  return blocks
}

function extend(blocks: Rectangle[], open: Map<string, Rectangle>, run: Rectangle): void {
  const key = `${run.x}:${run.width}`
  const above = open.get(key)
  if (above && above.y + above.height === run.y) {
    above.height++
    return
  }
  open.set(key, run)
  blocks.push(run)
}
