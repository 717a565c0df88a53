import { IMAGE_DPI } from '@postroom/contract/document'

/** A page of a document as a picture, with its size on paper. */
export interface Picture {
  file: Blob
  /** CSS pixels at the real size. */
  width: number
  height: number
  width_mm: number
  height_mm: number
}

const MM_PER_INCH = 25.4
const CSS_PIXELS_PER_INCH = 96

/** The place of width and height in every PNG file. */
const SIZE_AT = 16
const SIZE_BYTES = 8

/** Reads the size of a PNG picture of the server. @throws RangeError when the file is too short to be one */
export async function pictureIn(file: Blob): Promise<Picture> {
  const size = new DataView(await file.slice(SIZE_AT, SIZE_AT + SIZE_BYTES).arrayBuffer())
  const [across, down] = [size.getUint32(0), size.getUint32(4)]
  return {
    file,
    width: pixels(across),
    height: pixels(down),
    width_mm: millimetres(across),
    height_mm: millimetres(down),
  }
}

const pixels = (dots: number): number => Math.round((dots / IMAGE_DPI) * CSS_PIXELS_PER_INCH)
const millimetres = (dots: number): number => Math.round((dots / IMAGE_DPI) * MM_PER_INCH)
