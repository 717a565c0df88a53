/** The resolution every label is drawn for; a coarser printer is refused. @see spec §9 */
export const MINIMUM_RESOLUTION_DPI = 300

/** A paper in inches, as a printer's settings name it. */
export interface Paper {
  code: string
  width_in: number
  height_in: number
}

/** Cut papers of thermal printers. DK1247 is told in two sizes that differ by the driver. @see spec §9 */
export const THERMAL_PAPERS = [
  { code: 'DK1241', width_in: 4, height_in: 6 },
  { code: 'DK1247', width_in: 4.08, height_in: 6.47 },
  { code: 'DK1247_narrow', width_in: 4.07, height_in: 6.4 },
  { code: 'doc_tab', width_in: 4, height_in: 6.75 },
] as const satisfies readonly Paper[]

/** The sheet of a locale: A4 in round inches, and the sheet that other locales use instead. @see spec §9 */
export const sheetPaper = (locale: string): Paper =>
  locale.toLowerCase() === 'en-gb'
    ? { code: 'A4', width_in: 8.25, height_in: 11.75 }
    : { code: 'letter', width_in: 8.5, height_in: 11 }

/**
 * Endless rolls by their nominal width in inches; `width_in` is the label's, `min_height_in` what the printer can still cut,
 * `roll_mm` what the maker calls the roll (DK-22210, DK-22225, DK-22205) and the printer reports. @see spec §9
 */
export const CONTINUOUS_PAPERS = {
  '1.1': { width_in: 1.11, min_height_in: 3.8, roll_mm: 29 },
  '1.4': { width_in: 1.36, min_height_in: 3.8, roll_mm: 38 },
  '2.4': { width_in: 2.31, min_height_in: 5, roll_mm: 62 },
} as const
export type ContinuousWidth = keyof typeof CONTINUOUS_PAPERS

/**
 * The paper that a label of `content` needs on an endless roll: as wide as the roll, its height scaled with the width and
 * rounded up to hundredths of an inch, never below the shortest the roll allows. Content may be in any unit.
 * @see spec §9
 */
export function continuousLabel(roll: ContinuousWidth, content: { width: number; height: number }): Paper {
  const { width_in, min_height_in } = CONTINUOUS_PAPERS[roll]
  const height_in = Math.max(min_height_in, hundredthsUp((content.height / content.width) * width_in))
  return { code: roll, width_in, height_in }
}

/** Rounds up, but 3.8 stays 3.8: binary fractions a millionth above a hundredth do not count. */
const hundredthsUp = (value: number): number => Math.ceil(Math.round(value * 1e8) / 1e6) / 100
