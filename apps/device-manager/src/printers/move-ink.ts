import { isSameSize, type MediaSize } from '@postroom/domain/media/media-size'
import { DeviceRefusal } from '../device-refusal.ts'
import type { DotPage } from '../documents/pdf-to-dots.ts'
import { renderDots } from '../documents/read-pdf.ts'
import type { PrintOrder } from './printer.ts'

const MM_PER_INCH = 25.4

/** The pages of an order in dots, moved by its offset. @throws DeviceRefusal if they cannot be read, or ink would be lost */
export async function drawOrder(order: PrintOrder, dpi: number, media: MediaSize | undefined): Promise<DotPage[]> {
  const pages = await renderDots(order.pdf, dpi)
  const moved = pages.flatMap((page) => moveInk(page, order, dpi, media) ?? [])
  if (moved.length < pages.length) throw new DeviceRefusal('offset_too_large')
  const [first] = moved
  if (first) order.onDots?.(first, dpi)
  return moved
}

/**
 * Moves the ink of a page by a whole number of dots, when the offset of the order was measured on this media. Undefined when
 * ink would be lost; a ruler page may lose ink, since it shows what is cut off.
 * @param media the media in the printer at the moment of sending; undefined when unknown
 */
export function moveInk(
  page: DotPage,
  { offset, type }: Pick<PrintOrder, 'offset' | 'type'>,
  dpi: number,
  media: MediaSize | undefined,
): DotPage | undefined {
  const { x_mm = 0, y_mm = 0 } = offset && (!media || isSameSize(offset, media)) ? offset : {}
  const [right, down] = [x_mm, y_mm].map((mm) => Math.round((mm / MM_PER_INCH) * dpi)) as [number, number]
  if (right === 0 && down === 0) return page
  const { width, height } = page
  const black = new Uint8Array(width * height)
  for (let at = page.black.indexOf(1); at >= 0; at = page.black.indexOf(1, at + 1)) {
    const x = (at % width) + right
    const y = Math.floor(at / width) + down
    if (x >= 0 && x < width && y >= 0 && y < height) black[y * width + x] = 1
    else if (type !== 'ruler') return undefined
  }
  return { width, height, black }
}
