import { renderEvidence } from '@postroom/documents/account/evidence'
import { sheetFor } from '@postroom/domain/media/media-size'
import type { Context } from '../../context.ts'
import { numbersOf } from '../../documents/draw-document.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'
import { findTracking } from '../tracking/tracking.store.ts'
import { evidenceParts } from './evidence-parts.ts'
import { namesFor } from './names.store.ts'
import { printedOf } from './printed.store.ts'

/** All that is known of a purchase, as a PDF. The caller has checked who may see it. */
export async function drawEvidence(
  { db, now, settings }: Context,
  purchase: Purchase,
): Promise<Uint8Array<ArrayBuffer>> {
  const { events: scans } = await findTracking(db, purchase.id)
  const printed = await printedOf(db, purchase.organisation_id, purchase.id)
  const { office, buyer } = await namesFor(db, purchase)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format(now())
  const { pdf } = await renderEvidence({
    title: numbersOf(purchase).slice(0, 3).join(', '),
    introduction: `${office}, written on ${day}.`,
    parts: evidenceParts({ purchase, buyer, printed, scans }),
    sheet: sheetFor(settings.locale),
    created_at: now(),
  })
  return new Uint8Array(pdf)
}
