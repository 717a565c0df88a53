import { isSameSize, type MediaSize } from '@postroom/domain/media/media-size'
import * as z from 'zod'

/** How far the print is moved right or down, in millimetres with one decimal. */
export const offsetSchema = z.number().min(-5).max(5).multipleOf(0.1)

/** Enough for every media of several printers. */
export const PRINT_OFFSETS_MAX = 50

/** The offset of one media in one printer, because each media lies differently in it. Media is identified by its size. */
export const printOffsetSchema = z.strictObject({
  printerId: z.string().min(1).max(200),
  width_mm: z.number().positive(),
  height_mm: z.number().positive(),
  endless: z.literal(true).optional(),
  x_mm: offsetSchema.optional(),
  y_mm: offsetSchema.optional(),
})
export type PrintOffset = z.output<typeof printOffsetSchema>

interface WithOffsets {
  printerId: string
  offsets?: readonly PrintOffset[] | undefined
}

/** The offset set for this media in the chosen printer, if any. */
export const offsetOn = ({ printerId, offsets = [] }: WithOffsets, media: MediaSize): PrintOffset | undefined =>
  offsets.find((row) => row.printerId === printerId && isSameSize(row, media))
