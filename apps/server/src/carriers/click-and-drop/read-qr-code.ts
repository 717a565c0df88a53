import { pageImage } from '../../documents/page-image.ts'
import { codesOn } from '../royal-mail/code-reader.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PDF = Buffer.from('%PDF-')
/** Where the header of a PNG has the width and the height. */
const PNG_WIDTH = 16
const PNG_HEIGHT = 20
const SIDE_MAX = 4_000

/**
 * The picture of a carrier's QR code, as it is or drawn from its PDF.
 *
 * @param base64 a PNG or a PDF
 * @returns a PNG; nothing when it is neither, is too large, or no decoder reads a code on it
 */
export async function readQrCode(base64: string): Promise<Uint8Array | undefined> {
  const given = Buffer.from(base64, 'base64')
  try {
    const png = startsWith(given, PDF) ? await pageImage({ pdf: given, page: 1 }) : given
    if (!isDrawable(Buffer.from(png.buffer, png.byteOffset, png.byteLength))) return undefined
    return (await codesOn(png)).length > 0 ? png : undefined
  } catch {
    return undefined
  }
}

const startsWith = (bytes: Buffer, head: Buffer): boolean => bytes.subarray(0, head.length).equals(head)

const isDrawable = (png: Buffer): boolean =>
  startsWith(png, PNG) &&
  png.length > PNG_HEIGHT + 4 &&
  png.readUInt32BE(PNG_WIDTH) <= SIDE_MAX &&
  png.readUInt32BE(PNG_HEIGHT) <= SIDE_MAX
