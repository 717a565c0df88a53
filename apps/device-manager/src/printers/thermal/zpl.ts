import type { LabelLanguage, LabelSetting } from './language.ts'
import { compressed, runLetters } from './zpl-graphic.ts'
import { askZpl, identifyZpl } from './zpl-status.ts'

const STOCK = { gap: '^MNY', mark: '^MNM', continuous: '^MNN' } as const
const METHOD = { direct: '^MTD', ribbon: '^MTT' } as const

const settingsOf = ({ stock, method, reprint }: LabelSetting): string =>
  [stock && STOCK[stock], method && METHOD[method], reprint && '^JZN'].join('')

/**
 * ZPL II, of Zebra and many others. Most settings stay in the printer for the next job, also from other programs, so each
 * label sets those it relies on: its size, its place, upright, one copy.
 */
export const ZPL: LabelLanguage = {
  name: 'zpl',
  encode: (rows, _dpi, setting, { isZebra }) => {
    const { width, height, rowBytes, bits } = rows
    const data = isZebra ? compressed(rows) : runLetters(rows)
    const place = `^PW${width}^LL${height}^LH0,0^LS0^LT0^PON`
    const graphic = `^FO0,0^GFA,${bits.length},${bits.length},${rowBytes},${data}^FS`
    return Buffer.from(`^XA${settingsOf(setting)}${place}${graphic}^PQ1,0,1,N^XZ\n`, 'latin1')
  },
  status: { ask: askZpl, identify: identifyZpl },
}
