import type { MediaMismatch, Printer } from '@postroom/contract/device-messages'
import { isSameSize, type MediaSize } from '@postroom/domain/media/media-size'
import { faultOf, type DeviceFault } from '../device-refusal.ts'
import type { PrintOrder } from './printer.ts'

type NamedMedia = Printer['media'][number]

export type MediaDecision =
  { ok: true; media: string | undefined; size?: MediaSize } | { ok: false; fault: DeviceFault }

/** The media of a printer, and whether it reports them as loaded or only offers them. */
export interface KnownMedia {
  from: 'loaded' | 'offered'
  media: readonly NamedMedia[]
}

/**
 * The media to request, looked up at the moment of sending: the roll may have changed while the job waited. Without a chosen
 * media, only one of the document's own size will do. A printer that names no media chooses for itself.
 */
export function mediaFor(order: Omit<PrintOrder, 'pdf'>, { from, media }: KnownMedia): MediaDecision {
  if (media.length === 0) return { ok: true, media: order.media }
  const found = media.find((row) => (order.media === undefined ? isSameSize(row, order) : row.name === order.media))
  if (found) return { ok: true, media: found.name, size: found }
  const chosen = order.media === undefined ? undefined : sizeInName(order.media)
  return mismatch(from, media, chosen ?? order)
}

/** A printer that does not report its loaded media may offer a hundred. */
const NAMED_MAX = 3

/** Refuses, and names the nearest media that are there and the media that is needed. */
export function mismatch(
  from: MediaMismatch['from'],
  there: readonly MediaSize[],
  document: MediaSize,
): { ok: false; fault: DeviceFault } {
  const distance = (size: MediaSize) =>
    Math.abs(size.width_mm - document.width_mm) + Math.abs(size.height_mm - document.height_mm)
  const nearest = there.toSorted((a, b) => distance(a) - distance(b)).slice(0, NAMED_MAX)
  const [sizes, needed] = [nearest.map(sizeOf), sizeOf(document)]
  const facts = `${FROM[from]}: ${sizes.map(inWords).join(', ')}. Needed: ${inWords(needed)}.`
  const code = from === 'offered' ? 'media_not_offered' : 'media_mismatch'
  return { ok: false, fault: { ...faultOf(code, facts), media: { from, sizes, needed } } }
}

const FROM = { loaded: 'Loaded', offered: 'Offered', preferences: 'Chosen in the printer preferences' } as const
const sizeOf = ({ width_mm, height_mm, endless }: MediaSize): MediaSize => ({
  width_mm,
  height_mm,
  ...(endless && { endless }),
})
const inWords = ({ width_mm, height_mm, endless }: MediaSize): string =>
  endless ? `endless roll of ${toTenth(width_mm)} mm` : `${toTenth(width_mm)} x ${toTenth(height_mm)} mm`
const toTenth = (value: number): number => Math.round(value * 10) / 10

const MM_PER_INCH = 25.4

/** `na_index-4x6_4x6in`, `iso_a4_210x297mm`: a self-describing name ends in its size (PWG 5101.1). */
export function sizeInName(name: string): { width_mm: number; height_mm: number } | undefined {
  const [, width, height, unit] = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(in|mm)$/.exec(name) ?? []
  if (width === undefined || height === undefined) return undefined
  const factor = unit === 'in' ? MM_PER_INCH : 1
  return { width_mm: Number(width) * factor, height_mm: Number(height) * factor }
}
