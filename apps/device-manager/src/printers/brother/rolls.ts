import type { MediaSize } from '@postroom/domain/media/media-size'
import { DOTS_PER_INCH } from '../../documents/pdf-to-dots.ts'
import type { QlModel } from './models.ts'
import type { LoadedMedia } from './status.ts'

/** A roll of labels or an endless roll, with its print area for each width of head. */
export interface Roll {
  name: string
  kind: 'die_cut' | 'endless'
  /** As the printer reports them; the length of an endless roll is 0. */
  width_mm: number
  length_mm: number
  /** Printable dots across, and along (0 on an endless roll). */
  dots: number
  rows: number
  /** Pins to the right of the print area, by the width of the head; a narrow printer does not take a wide roll. */
  right: { 720?: number; 1296: number }
  twoColour?: true
}

/** Source: the media tables of the maker's references; 103 mm from a driver in production use, not verified by us. */
export const ROLLS: readonly Roll[] = [
  endless('DK-22210', 29, 306, { 720: 6, 1296: 50 }),
  endless('DK-22225', 38, 413, { 720: 12, 1296: 56 }),
  endless('DK-22205', 62, 696, { 720: 12, 1296: 56 }),
  { ...endless('DK-22251', 62, 696, { 720: 12, 1296: 56 }), twoColour: true },
  endless('DK-22243', 102, 1164, { 1296: 56 }),
  endless('DK-22246', 104, 1200, { 1296: 38 }),
  dieCut('DK-11201', [29, 90], [306, 991], { 720: 6, 1296: 50 }),
  dieCut('DK-11202', [62, 100], [696, 1109], { 720: 12, 1296: 56 }),
  dieCut('DK-11241', [102, 153], [1164, 1660], { 1296: 56 }),
  dieCut('DK-11247', [104, 164], [1200, 1822], { 1296: 38 }),
]

function endless(name: string, width_mm: number, dots: number, right: Roll['right']): Roll {
  return { name, kind: 'endless', width_mm, length_mm: 0, dots, rows: 0, right }
}

type Pair = readonly [across: number, along: number]

function dieCut(name: string, [width_mm, length_mm]: Pair, [dots, rows]: Pair, right: Roll['right']): Roll {
  return { name, kind: 'die_cut', width_mm, length_mm, dots, rows, right }
}

/** Printers round: two of them report the same roll a millimetre apart. */
const TOLERANCE_MM = 1

/** The roll that a printer reports; undefined for an unknown roll. */
export const rollIn = (media: LoadedMedia, model: QlModel): Roll | undefined =>
  rollsFor(model).find(
    (roll) =>
      roll.kind === media.kind &&
      (roll.twoColour ?? false) === media.twoColour &&
      Math.abs(roll.width_mm - media.width_mm) <= TOLERANCE_MM &&
      Math.abs(roll.length_mm - media.length_mm) <= TOLERANCE_MM,
  )

export const rollsFor = ({ pins }: QlModel): readonly Roll[] => ROLLS.filter(({ right }) => right[pins] !== undefined)

const MM_PER_INCH = 25.4

/** A roll as media; an endless roll is as long as its longest label. */
export const rollMedia = (
  roll: Pick<Roll, 'name' | 'width_mm' | 'length_mm'>,
  model: QlModel,
): MediaSize & { name: string } => ({
  name: roll.name,
  width_mm: roll.width_mm,
  height_mm: roll.length_mm || Math.floor((model.rows_max / DOTS_PER_INCH) * MM_PER_INCH),
  ...(roll.length_mm === 0 && { endless: true }),
})
