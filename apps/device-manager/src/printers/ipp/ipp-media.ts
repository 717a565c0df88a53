import type { Printer } from '@postroom/contract/device-messages'
import { MINIMUM_RESOLUTION_DPI } from '@postroom/domain/media/media-table'
import { sizeInName } from '../media.ts'
import { numberIn, textsIn } from './ipp-client.ts'
import type { IppAttributes, IppCollection, IppResolution, IppValue } from './ipp-codec.ts'

type Media = Printer['media'][number]

/**
 * The media that a printer names, with the sizes it reports, else with those in their standard names. `media-ready` of CUPS
 * repeats its settings, whatever is loaded, so it is not used.
 */
export function mediaOf(attributes: IppAttributes, name: 'media-supported' | 'media-ready' | 'media-default'): Media[] {
  if (name === 'media-ready' && isQueueOfCups(attributes)) return []
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
export function dpiOf({ x, y, unit }: IppResolution): number {
  const dots = Math.min(x, y)
  return Math.round(unit === 'dpcm' ? dots * CENTIMETRES_PER_INCH : dots)
}

export const resolutionsIn = (attributes: IppAttributes, name: string): IppResolution[] =>
  (attributes[name] ?? []).filter(isResolution)

/**
 * The resolutions of a printer. CUPS ignores the resolution of a job if the driver has its own setting, so a queue has only
 * its default: the coarsest one, because an administrator's setting may be listed beside the driver's.
 */
export function resolutionsOf(attributes: IppAttributes): IppResolution[] {
  const supported = resolutionsIn(attributes, 'printer-resolution-supported')
  if (!isQueueOfCups(attributes)) return supported
  const set = resolutionsIn(attributes, 'printer-resolution-default')
  return set.length > 0 ? set.toSorted((a, b) => dpiOf(a) - dpiOf(b)).slice(0, 1) : supported
}

/** The resolution to request: the default or coarsest multiple of the label's resolution, else any that is fine enough. */
export function resolutionFor(attributes: IppAttributes): IppResolution | undefined {
  const usual = resolutionsIn(attributes, 'printer-resolution-default')
  const fine = resolutionsOf(attributes)
    .filter((resolution) => dpiOf(resolution) >= MINIMUM_RESOLUTION_DPI)
    .toSorted((a, b) => dpiOf(a) - dpiOf(b))
  const even = fine.filter((resolution) => dpiOf(resolution) % MINIMUM_RESOLUTION_DPI === 0)
  return even.find((one) => usual.some((other) => isSameResolution(one, other))) ?? even[0] ?? fine[0]
}

const isSameResolution = (one: IppResolution, other: IppResolution): boolean =>
  one.x === other.x && one.y === other.y && one.unit === other.unit

/** Only CUPS reports its version and where its queues print to. */
export const isQueueOfCups = (printer: IppAttributes): boolean => 'device-uri' in printer || 'cups-version' in printer

const isCollection = (value: IppValue): value is IppCollection =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array) && !('unit' in value)

export const isResolution = (value: IppValue): value is IppResolution =>
  typeof value === 'object' && 'unit' in value && typeof value.unit === 'string'
