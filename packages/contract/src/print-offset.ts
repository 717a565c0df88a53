import { isSameSize, type MediaSize } from '@postroom/domain/media/media-size'
import * as z from 'zod'

/** How far the ink is moved to the right or down so that it comes out in its place, in millimetres with one decimal. */
export const offsetSchema = z.number().min(-5).max(5).multipleOf(0.1)

/** More papers than anybody keeps beside one printer. */
export const PRINT_OFFSETS_MAX = 50

/** The offset of one paper in one printer: another roll lies elsewhere in it. A printer tells its paper by the size alone. */
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

/** The offset that was measured for this paper in the chosen printer; undefined when none was. */
export const offsetOn = ({ printerId, offsets = [] }: WithOffsets, paper: MediaSize): PrintOffset | undefined =>
  offsets.find((row) => row.printerId === printerId && isSameSize(row, paper))
