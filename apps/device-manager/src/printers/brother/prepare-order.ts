import type { MediaSize } from '@postroom/domain/media/media-size'
import { holds } from '@postroom/domain/media/media-size'
import { faultOf, type DeviceFault } from '../../device-refusal.ts'
import { DOTS_PER_INCH, type DotPage } from '../../documents/pdf-to-dots.ts'
import { moveInk } from '../move-ink.ts'
import { mismatch } from '../media.ts'
import { faultOfReasons } from '../printer-reasons.ts'
import type { PrintOrder } from '../printer.ts'
import type { Condition } from './condition.ts'
import type { QlModel } from './models.ts'
import { placePage } from './place-page.ts'
import { encodePage } from './raster.ts'
import { rollMedia } from './rolls.ts'
import type { LoadedMedia } from './status.ts'

export type PreparedOrder =
  { ok: true; pages: Uint8Array[]; model: QlModel; isOneWay: boolean } | { ok: false; fault: DeviceFault }

/** The raster of all pages and copies, or why none may be sent. */
export function prepareOrder(order: PrintOrder, pages: readonly DotPage[], condition: Condition): PreparedOrder {
  if (!condition.isReady) return { ok: false, fault: faultOfReasons(condition.reasons) }
  const { model, roll, media, isOneWay } = condition
  const from = isOneWay ? 'offered' : 'loaded'
  const loaded = mediaInPrinter(media, model, roll?.name)
  if (!roll || !holds(loaded, order)) return mismatch(from, [loaded], order)
  const mayBeCut = order.type === 'ruler'
  const placed = pages.flatMap((page) => placePage(page, roll, model, mayBeCut) ?? [])
  if (placed.length < pages.length) return { ok: false, fault: faultOf('print_area_too_small') }
  const moved = placed.flatMap((page) => moveInk(page, order, DOTS_PER_INCH, loaded) ?? [])
  if (moved.length < pages.length) return { ok: false, fault: faultOf('offset_too_large') }
  const [first] = moved
  if (first) order.onDots?.(first, DOTS_PER_INCH)
  const copies = Array.from({ length: order.copies }, () => moved).flat()
  const encoded = copies.map((page, at) => {
    const [isFirst, isLast] = [at === 0, at === copies.length - 1]
    return encodePage(page, { model, roll, media, isFirst, isLast })
  })
  return { ok: true, pages: encoded, model, isOneWay }
}

/** The media in the printer, with the size that it reports. */
export const mediaInPrinter = (
  media: LoadedMedia,
  model: QlModel,
  name = `${media.width_mm}x${media.length_mm}`,
): MediaSize & { name: string } => rollMedia({ ...media, name }, model)
