import type { LabelLanguage, StockKind } from './language.ts'
import { inverted } from './tspl.ts'

const GAP_MM = 3
const DOTS_PER_MM = 8

const GAPS: Record<StockKind, string> = {
  gap: `${GAP_MM * DOTS_PER_MM}`,
  mark: `B${GAP_MM * DOTS_PER_MM}`,
  continuous: '0',
}

/** EPL2, of printers such as the LP 2844. Its status needs a serial line, so it is one-way. */
export const EPL: LabelLanguage = {
  name: 'epl',
  // q, Q and N erase the picture, so they come before it
  encode: (rows, _dpi, { stock = 'gap' }) => {
    const { width, height, rowBytes } = rows
    const head = ['', 'N', `q${width}`, `Q${height},${GAPS[stock]}`, 'ZT', `GW0,0,${rowBytes},${height},`].join('\n')
    return Buffer.concat([Buffer.from(head), inverted(rows), Buffer.from('\nP1\n')])
  },
}
