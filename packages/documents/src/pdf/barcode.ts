import bwipjs from 'bwip-js'

/** Width of one printer dot at 300 dots per inch, in points. Bars print sharply when their edges and widths are whole dots. */
export const DOT = 72 / 300

/** A filled rectangle, in modules from the top left corner of the symbol. */
interface Block {
  x: number
  y: number
  width: number
  height: number
}

/** A symbol as blocks, without its quiet zone. */
export interface Symbol2d {
  columns: number
  rows: number
  blocks: Block[]
}

/** A Data Matrix. Version 32x32, the default, holds 90 capitals and digits; 16x48 holds 70. @throws RangeError for an unknown version */
export function dataMatrix(text: string, version: '32x32' | '16x48' = '32x32'): Symbol2d {
  const [symbol] = bwipjs.raw('datamatrix', text, { version } as object)
  if (!symbol || !('pixs' in symbol)) throw new RangeError('Not a Data Matrix')
  const { pixs, pixx: columns, pixy: rows } = symbol
  return { columns, rows, blocks: blocksOf(pixs, columns) }
}

/** A Code 128 barcode one module high; the caller sets its height. */
export function code128(text: string): Symbol2d {
  const [symbol] = bwipjs.raw('code128', text)
  if (!symbol || !('sbs' in symbol)) throw new RangeError('Not a Code 128')
  const blocks: Block[] = []
  let x = 0
  for (const [index, width] of symbol.sbs.entries()) {
    if (index % 2 === 0) blocks.push({ x, y: 0, width, height: 1 })
    x += width
  }
  return { columns: x, rows: 1, blocks }
}

/** Draws a symbol as one path with one fill. Bars filled separately are rounded to dots separately and become uneven. */
export function drawSymbol(
  doc: PDFKit.PDFDocument,
  symbol: Symbol2d,
  at: { x: number; y: number; moduleDots: number; heightDots?: number },
): void {
  const module = at.moduleDots * DOT
  const rowHeight = at.heightDots === undefined ? module : (at.heightDots * DOT) / symbol.rows
  const [left, top] = [roundToDots(at.x), roundToDots(at.y)]
  for (const block of symbol.blocks)
    doc.rect(left + block.x * module, top + block.y * rowHeight, block.width * module, block.height * rowHeight)
  doc.fill('black')
}

/** Rounds to a whole dot, in points. */
export const roundToDots = (points: number): number => Math.round(points / DOT) * DOT

/** Merges adjacent dark modules of a row, then equal runs of adjacent rows. */
function blocksOf(modules: readonly number[], columns: number): Block[] {
  const blocks: Block[] = []
  const open = new Map<string, Block>()
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

function extend(blocks: Block[], open: Map<string, Block>, run: Block): void {
  const key = `${run.x}:${run.width}`
  const above = open.get(key)
  if (above && above.y + above.height === run.y) {
    above.height++
    return
  }
  open.set(key, run)
  blocks.push(run)
}
