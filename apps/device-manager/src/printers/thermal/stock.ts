import type { Printer } from '@postroom/contract/device-messages'
import { inMillimetres, type MediaSize } from '@postroom/domain/media/media-size'
import type { LabelStatus } from './language.ts'

type Media = Printer['media'][number]

const inches = (name: string, width_in: number, height_in: number): Media => ({
  name,
  ...inMillimetres({ code: name, width_in, height_in }),
})

/** The labels that these printers are used with. All are four inches wide, as wide as their heads. */
export const STOCK_SIZES: readonly Media[] = [inches('4x6', 4, 6), inches('4x4', 4, 4), inches('4x6.75', 4, 6.75)]

const MM_PER_INCH = 25.4
/** Sensors measure from gap to gap, and gaps are 2 to 3 mm. */
const LENGTH_TOLERANCE_MM = 4

/**
 * The stock whose length the sensor of the printer has measured. The width is not sensed. Undefined when the printer reports no
 * length, or one that is no known stock: its sensor may not be calibrated.
 */
export function loadedStock({ length_dots }: LabelStatus, dpi: number): Media | undefined {
  if (length_dots === undefined) return undefined
  const length_mm = (length_dots / dpi) * MM_PER_INCH
  return STOCK_SIZES.find(({ height_mm }) => Math.abs(height_mm - length_mm) <= LENGTH_TOLERANCE_MM)
}

/** The size of the media with this name. */
export const stockNamed = (name: string | undefined): MediaSize | undefined =>
  STOCK_SIZES.find((media) => media.name === name)
