import { formatTracking } from '@postroom/domain/post/s10'
import { drawSymbol, qrCode } from '../pdf/barcode.ts'
import { OFFICE_GRID } from '../pdf/grid.ts'
import { MM, type Drawing } from '../pdf/pdf.ts'
import { drawHeader } from './label-marks.ts'

const PAGE = { width_mm: 60, height_mm: 75 }
const HEADER_MM = 8
const MODULE_DOTS = 18
const TEXT_MM = 64

/** A specimen of the QR code that an addressee shows at a counter in place of a printed return label. */
export const drawingOfReturnCode = ({ number, created_at }: { number: string; created_at: Date }): Drawing => ({
  title: `Return code ${number}`,
  created_at,
  page: PAGE,
  draw: (doc) => {
    const width = PAGE.width_mm * MM
    drawHeader(doc, { test: false }, { x: 0, y: 0, width, height: HEADER_MM * MM })
    const symbol = qrCode(`SPECIMEN ${number}`)
    const side = symbol.columns * MODULE_DOTS * OFFICE_GRID.dot
    const top = (HEADER_MM + (TEXT_MM - HEADER_MM) / 2) * MM - side / 2
    drawSymbol(doc, symbol, {
      x: OFFICE_GRID.round((width - side) / 2),
      y: OFFICE_GRID.round(top),
      moduleDots: MODULE_DOTS,
    })
    doc.font('bold', 11).text(`TEST ${formatTracking(number)}`, 0, TEXT_MM * MM, { width, align: 'center' })
    return 1
  },
})
