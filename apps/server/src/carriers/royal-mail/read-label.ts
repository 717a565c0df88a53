import { IMAGE_DPI } from '@postroom/contract/document'
import { AppError } from '../../app-error.ts'
import { pageImage } from '../../documents/page-image.ts'
import { codesOn } from './code-reader.ts'

/** One page of a carrier's PDF, as it is printed: its size and the texts of its bar codes. */
export interface LabelPage {
  width_mm: number
  height_mm: number
  codes: readonly string[]
}

const MM_PER_INCH = 25.4
/** Where the header of a PNG has the width and the height. */
const PNG_WIDTH = 16
const PNG_HEIGHT = 20

/**
 * Draws a PDF that we did not make, and reads its bar codes with a decoder.
 *
 * @param mostPages a longer PDF is read no further
 * @throws Error when it is no PDF
 */
export async function readLabel(pdf: Uint8Array, mostPages: number): Promise<LabelPage[]> {
  const pages: LabelPage[] = []
  while (pages.length < mostPages) {
    const png = await pageImage({ pdf, page: pages.length + 1 }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    })
    if (!png) break
    const header = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
    pages.push({
      width_mm: millimetres(header.readUInt32BE(PNG_WIDTH)),
      height_mm: millimetres(header.readUInt32BE(PNG_HEIGHT)),
      codes: await codesOn(png),
    })
  }
  return pages
}

const millimetres = (dots: number): number => (dots / IMAGE_DPI) * MM_PER_INCH
