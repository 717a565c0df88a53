/** Dots of a label of 4 by 6 inches in a picture of the server. */
export const LABEL = { width: 768, height: 1152 }

const HEADER_BYTES = 24

/** The header of a PNG picture of this size, which is all that the web app reads of it. */
export function aPicture({ width, height }: typeof LABEL): ArrayBuffer {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES))
  header.setUint32(16, width)
  header.setUint32(20, height)
  return header.buffer
}
