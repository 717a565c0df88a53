import type { PDFiumPage } from '@hyzyla/pdfium'
import { PNG } from 'pngjs'

const POINTS_PER_INCH = 72
const MM_PER_INCH = 25.4

export interface PageSize {
  width_mm: number
  height_mm: number
}

export function sizeOf(page: PDFiumPage): PageSize {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  return { width_mm: millimetres(originalWidth), height_mm: millimetres(originalHeight) }
}

const millimetres = (points: number): number => (points / POINTS_PER_INCH) * MM_PER_INCH

/** A page as a grey PNG with exactly `dpi` dots per inch: one dot is one pixel. */
export async function pictureOf(page: PDFiumPage, dpi: number): Promise<Uint8Array> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const pixels = (points: number) => Math.round((points / POINTS_PER_INCH) * dpi)
  const { width, height, data } = await page.render({
    width: pixels(originalWidth),
    height: pixels(originalHeight),
    scale: 1, // the size is given in pixels already
    colorSpace: 'Gray',
    render: 'bitmap',
  })
  return toPng(width, height, data)
}

const GREYSCALE = 0
function toPng(width: number, height: number, grey: Uint8Array): Buffer {
  const png = new PNG({ width, height })
  png.data = Buffer.from(grey)
  return PNG.sync.write(png, { colorType: GREYSCALE, inputColorType: GREYSCALE, inputHasAlpha: false })
}
