/** The resolution every label is drawn for. A printer with a lower one is refused. @see spec §9 */
export const MINIMUM_RESOLUTION_DPI = 300

/** Media as spec §9 lists it, in inches. */
export interface MediaInInches {
  code: string
  width_in: number
  height_in: number
}

/** Labels cut apart on their roll, for thermal printers. Drivers report DK1247 in one of two sizes. @see spec §9 */
export const DIE_CUT_LABELS = [
  { code: 'DK1241', width_in: 4, height_in: 6 },
  { code: 'DK1247', width_in: 4.08, height_in: 6.47 },
  { code: 'DK1247_narrow', width_in: 4.07, height_in: 6.4 },
  { code: 'doc_tab', width_in: 4, height_in: 6.75 },
] as const satisfies readonly MediaInInches[]

/** The sheet of a locale: A4 in round inches for en-GB, letter for every other. @see spec §9 */
export const sheetInInches = (locale: string): MediaInInches =>
  locale.toLowerCase() === 'en-gb'
    ? { code: 'A4', width_in: 8.25, height_in: 11.75 }
    : { code: 'letter', width_in: 8.5, height_in: 11 }

/**
 * Endless rolls by their nominal width in inches. `width_in` is the width of the label, `min_height_in` the shortest label the
 * printer can cut, `roll_mm` the width the maker names (DK-22210, DK-22225, DK-22205) and the printer reports. @see spec §9
 */
export const CONTINUOUS_ROLLS = {
  '1.1': { width_in: 1.11, min_height_in: 3.8, roll_mm: 29 },
  '1.4': { width_in: 1.36, min_height_in: 3.8, roll_mm: 38 },
  '2.4': { width_in: 2.31, min_height_in: 5, roll_mm: 62 },
} as const
export type RollWidth = keyof typeof CONTINUOUS_ROLLS

/**
 * The piece of an endless roll that a label with `content` needs: as wide as the roll, its height scaled with the width and
 * rounded up to hundredths of an inch, never below the shortest the roll allows. Content may be in any unit.
 * @see spec §9
 */
export function continuousLabel(roll: RollWidth, content: { width: number; height: number }): MediaInInches {
  const { width_in, min_height_in } = CONTINUOUS_ROLLS[roll]
  const height_in = Math.max(min_height_in, hundredthsUp((content.height / content.width) * width_in))
  return { code: roll, width_in, height_in }
}

/** Rounds up, but 3.8 stays 3.8: binary fractions a millionth above a hundredth do not count. */
const hundredthsUp = (value: number): number => Math.ceil(Math.round(value * 1e8) / 1e6) / 100
