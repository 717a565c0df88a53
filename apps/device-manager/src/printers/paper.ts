import type { Printer } from '@postroom/contract/device-messages'
import { sizeInName } from './ipp-media.ts'
import type { PrintOrder } from './printer.ts'

type Paper = Printer['media'][number]
type Size = Pick<Paper, 'width_mm' | 'height_mm'>

export type PaperDecision = { ok: true; media: string | undefined } | { ok: false; facts: string }

/**
 * The paper to ask for, looked up at the moment of sending: the roll may have been changed while the job waited. Without
 * a chosen paper only one of the document's own size will do. A printer that names no paper at all is left to choose.
 */
export function paperFor(order: Omit<PrintOrder, 'pdf'>, loaded: readonly Paper[]): PaperDecision {
  if (loaded.length === 0) return { ok: true, media: order.media }
  const found = loaded.find((paper) =>
    order.media === undefined ? isSameSize(paper, order) : paper.name === order.media,
  )
  if (found) return { ok: true, media: found.name }
  const needed = (order.media === undefined ? undefined : sizeInName(order.media)) ?? order
  return { ok: false, facts: paperFacts(loaded, needed) }
}

/** Rolls and sheets are named to the millimetre, and cut about as exactly. */
export const PAPER_TOLERANCE_MM = 1

export const isSameSize = (paper: Size, wanted: Size): boolean =>
  Math.abs(paper.width_mm - wanted.width_mm) <= PAPER_TOLERANCE_MM &&
  Math.abs(paper.height_mm - wanted.height_mm) <= PAPER_TOLERANCE_MM

/** What is there and what is needed, for the person who has to change it. */
export const paperFacts = (loaded: readonly Size[], needed: Size): string =>
  `Loaded: ${loaded.map(inWords).join(', ')}. Needed: ${inWords(needed)}.`

const inWords = ({ width_mm, height_mm }: Size): string => `${toTenth(width_mm)} x ${toTenth(height_mm)} mm`
const toTenth = (value: number): number => Math.round(value * 10) / 10
