import type { DotPage } from '../../documents/pdf-to-dots.ts'

const HEADER_BYTES = 1796
const POINTS_PER_INCH = 72
const SGRAY = 18
const [BLACK, WHITE] = [0, 255]
const RUN_MAX = 128
const REPEATED_LINES_MAX = 256

/** Pages as the raster of IPP Everywhere printers, in 8-bit grey; `media` is the printer's name for the media. @see PWG 5102.4 */
export function pwgRaster(pages: readonly DotPage[], dpi: number, media = ''): Uint8Array {
  const parts = pages.flatMap((page) => [headerOf(page, { dpi, media, pages: pages.length }), ...linesOf(page)])
  return Buffer.concat([Buffer.from('RaS2'), ...parts])
}

function headerOf({ width, height }: DotPage, job: { dpi: number; media: string; pages: number }): Buffer {
  const points = (dots: number) => Math.round((dots / job.dpi) * POINTS_PER_INCH)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PwgRaster', 0)
  header.write(job.media.slice(0, 63), 1732)
  const numbers: Record<number, number> = {
    276: job.dpi,
    280: job.dpi,
    340: 1, // copies are asked for beside it
    352: points(width),
    356: points(height),
    372: width,
    376: height,
    384: 8, // bits of a colour, then of a dot
    388: 8,
    392: width, // bytes of a line
    400: SGRAY,
    420: 1, // colours
    452: job.pages,
    456: 1, // neither mirrored nor turned
    460: 1,
  }
  for (const [place, value] of Object.entries(numbers)) header.writeUInt32BE(value, Number(place))
  return header
}

/** Each row packed, after its repeat count. */
function linesOf({ width, height, black }: DotPage): Buffer[] {
  const lines = Array.from({ length: height }, (_, y) => Buffer.from(black.subarray(y * width, (y + 1) * width)))
  const packed: Buffer[] = []
  for (let y = 0; y < height;) {
    let next = y + 1
    while (next < height && next - y < REPEATED_LINES_MAX && lines[next]!.equals(lines[y]!)) next++
    packed.push(Buffer.of(next - y - 1), packLine(lines[y]!))
    y = next
  }
  return packed
}

/** Runs of equal dots: a page of two colours has hardly anything else. */
function packLine(line: Buffer): Buffer {
  const runs: number[] = []
  for (let x = 0; x < line.length;) {
    let next = x + 1
    while (next < line.length && next - x < RUN_MAX && line[next] === line[x]) next++
    runs.push(next - x - 1, line[x] === 1 ? BLACK : WHITE)
    x = next
  }
  return Buffer.from(runs)
}
