import { DeviceRefusal } from '../device-refusal.ts'
import type { DotPage } from '../documents/pdf-to-dots.ts'
import { renderDots } from '../documents/read-pdf.ts'
import type { Offset, PrintOrder } from './printer.ts'

const MM_PER_INCH = 25.4

/** The pages of an order in dots, with its offset. @throws DeviceRefusal when they cannot be read, or ink would leave them */
export async function drawOrder({ pdf, offset }: PrintOrder, dpi: number): Promise<DotPage[]> {
  const pages = await renderDots(pdf, dpi)
  const moved = pages.flatMap((page) => moveInk(page, offset, dpi) ?? [])
  if (moved.length < pages.length) throw new DeviceRefusal('offset_too_large')
  return moved
}

/** The page with its ink moved by a whole number of dots. Undefined when there is ink that would be lost. */
export function moveInk(page: DotPage, offset: Offset | undefined, dpi: number): DotPage | undefined {
  const dots = (mm: number) => Math.round((mm / MM_PER_INCH) * dpi)
  const [right, down] = [dots(offset?.x_mm ?? 0), dots(offset?.y_mm ?? 0)]
  if (right === 0 && down === 0) return page
  const { width, height } = page
  const black = new Uint8Array(width * height)
  for (let at = page.black.indexOf(1); at >= 0; at = page.black.indexOf(1, at + 1)) {
    const x = (at % width) + right
    const y = Math.floor(at / width) + down
    if (x < 0 || x >= width || y < 0 || y >= height) return undefined
    black[y * width + x] = 1
  }
  return { width, height, black }
}
