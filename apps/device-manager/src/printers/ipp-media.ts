import type { Printer } from '@postroom/contract/device-messages'
import { numberIn, textsIn } from './ipp-client.ts'
import type { IppAttributes, IppCollection, IppResolution, IppValue } from './ipp-codec.ts'

type Media = Printer['media'][number]

/** The papers a printer names, with the sizes it gives, else with the sizes their standard names tell. */
export function mediaOf(attributes: IppAttributes, name: 'media-supported' | 'media-ready'): Media[] {
  const measured = sizesIn(attributes)
  return textsIn(attributes, name).flatMap((media) => {
    if (/^custom_(min|max)_/.test(media)) return []
    const size = sizeInName(media)
    if (!size) return []
    const exact = measured.find(
      (known) => Math.abs(known.width_mm - size.width_mm) < 1 && Math.abs(known.height_mm - size.height_mm) < 1,
    )
    return [{ name: media, ...(exact ?? size) }]
  })
}

const MM_PER_INCH = 25.4

/** `na_index-4x6_4x6in`, `iso_a4_210x297mm`: a self-describing name ends in its size (PWG 5101.1). */
export function sizeInName(name: string): { width_mm: number; height_mm: number } | undefined {
  const [, width, height, unit] = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(in|mm)$/.exec(name) ?? []
  if (width === undefined || height === undefined) return undefined
  const factor = unit === 'in' ? MM_PER_INCH : 1
  return { width_mm: Number(width) * factor, height_mm: Number(height) * factor }
}

const HUNDREDTHS = 100

function sizesIn(attributes: IppAttributes): { width_mm: number; height_mm: number }[] {
  const rows = (attributes['media-col-database'] ?? []).filter(isCollection)
  return rows.flatMap((row) => {
    const size = (row['media-size'] ?? []).find(isCollection)
    const [x, y] = size ? [numberIn(size, 'x-dimension'), numberIn(size, 'y-dimension')] : []
    return x === undefined || y === undefined ? [] : [{ width_mm: x / HUNDREDTHS, height_mm: y / HUNDREDTHS }]
  })
}

const CENTIMETRES_PER_INCH = 2.54

/** In dots per inch, of the coarser direction. */
export const resolutionsOf = (attributes: IppAttributes): number[] =>
  (attributes['printer-resolution-supported'] ?? []).flatMap((value) => {
    if (!isResolution(value)) return []
    const dots = Math.min(value.x, value.y)
    return [Math.round(value.unit === 'dpcm' ? dots * CENTIMETRES_PER_INCH : dots)]
  })

const isCollection = (value: IppValue): value is IppCollection =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array) && !('unit' in value)

const isResolution = (value: IppValue): value is IppResolution =>
  typeof value === 'object' && 'unit' in value && typeof value.unit === 'string'
