import fs from 'node:fs'
import { createRequire } from 'node:module'
import { LABEL_GRIDS, type LabelGridDpi } from '@postroom/domain/media/label-drawing'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import { aPdf } from './a-pdf.ts'

// without this copy the encoder would download it
const wasm = fs.readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)
prepareZXingModule({ overrides: { wasmBinary } })

export const CODES = { DataMatrix: 'JGB 0000000000000001 SW1A1AA', Code128: 'ZZ000000005GB' } as const
const POINTS_PER_INCH = 72
const BAR_IN = 0.6

/** A label with both codes in whole dots of a printer, and a frame of two dots at its edges. Sizes in inches. */
export async function aCodedLabel(dpi: LabelGridDpi, { width_in = 4, height_in = 6 } = {}) {
  const { data_matrix_dots, code_128_dots } = LABEL_GRIDS[dpi]
  const [matrix, bars] = [await symbolOf('DataMatrix'), await symbolOf('Code128')]
  const [width, height] = [width_in * dpi, height_in * dpi]
  const rows = { height: 1, data: bars.data.subarray(0, bars.width), width: bars.width }
  const codes = [
    ...squares(matrix, { left: 100, top: 80, across: data_matrix_dots, along: data_matrix_dots }),
    ...squares(rows, { left: 100, top: 380, across: code_128_dots, along: Math.round(BAR_IN * dpi) }),
  ]
  const frame = [
    [0, 0, width, 2],
    [0, height - 2, width, 2],
    [0, 0, 2, height],
    [width - 2, 0, 2, height],
  ]
  const inPoints = (dots: number) => ((dots / dpi) * POINTS_PER_INCH).toFixed(4)
  const rectangles = [...codes, ...frame].map(
    ([x = 0, y = 0, w = 0, h = 0]) => `${[x, height - y - h, w, h].map(inPoints).join(' ')} re`,
  )
  const size = { width_mm: width_in * 25.4, height_mm: height_in * 25.4 }
  // bars that are filled one by one are rounded one by one
  return { pdf: aPdf({ ...size, drawing: [...rectangles, 'f'].join('\n') }), ...size }
}

interface Modules {
  width: number
  height: number
  /** 0 is black. */
  data: Uint8Array | Uint8ClampedArray
}

async function symbolOf(format: keyof typeof CODES): Promise<Modules> {
  const { symbol, error } = await writeBarcode(CODES[format], { format, scale: 1 })
  if (!symbol) throw new Error(error)
  return symbol
}

function squares(
  { width, height, data }: Modules,
  { left, top, across, along }: { left: number; top: number; across: number; along: number },
): number[][] {
  return Array.from({ length: width * height }, (_, at) => at)
    .filter((at) => data[at] === 0)
    .map((at) => [left + (at % width) * across, top + Math.floor(at / width) * along, across, along])
}
