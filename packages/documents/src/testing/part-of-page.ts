import type { Page } from './read-back.ts'

/** The part of a rendered page at `area`, in millimetres from its top left corner. */
export function partOfPage(
  { width, height, dots }: Page,
  area: readonly [left: number, top: number, width: number, height: number],
  dpi: number,
): Page {
  const toDots = (mm: number) => Math.floor((mm / 25.4) * dpi)
  const [left, top] = [toDots(area[0]), toDots(area[1])]
  const [across, down] = [Math.min(toDots(area[2]), width - left), Math.min(toDots(area[3]), height - top)]
  const rows = Array.from({ length: down }, (_, at) => dots.subarray((top + at) * width + left).subarray(0, across))
  return { width: across, height: down, dots: Buffer.concat(rows) }
}
