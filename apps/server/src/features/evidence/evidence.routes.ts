import { downloadEvidence, listPrinted } from '@postroom/contract/evidence'
import { renderEvidence } from '@postroom/documents/account/evidence'
import { sheetFor } from '@postroom/domain/media/media-size'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { documentHeaders } from '../../http/document-headers.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { numbersOf } from '../../documents/draw-document.ts'
import { findShipment } from '../shipments/show/shipment.store.ts'
import { findTracking } from '../tracking/tracking.store.ts'
import { evidenceParts } from './evidence-parts.ts'
import { namesFor } from './names.store.ts'
import { printedOf } from './printed.store.ts'

/** What proves how a shipment was sent: its prints, and all that is known as a PDF. */
export function evidenceRoutes(api: Api, context: Context): void {
  const { db, now, settings } = context
  async function shipmentOf(user: SignedInUser, id: string) {
    const purchase = await findShipment(db, user.organisation_id, id)
    if (!purchase) throw new AppError('not_found')
    return purchase
  }

  serve(api, listPrinted, async ({ params, user }) => {
    const { id } = await shipmentOf(user, params.id)
    return { data: await printedOf(db, user.organisation_id, id) }
  })

  serve(api, downloadEvidence, async ({ params, user }) => {
    const purchase = await shipmentOf(user, params.id)
    if (purchase.state !== 'BOUGHT' || purchase.is_test) throw new AppError('document_gone')
    const { events: scans } = await findTracking(db, purchase.id)
    const printed = await printedOf(db, user.organisation_id, purchase.id)
    const { office, buyer } = await namesFor(db, purchase)
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format(now())
    const { pdf } = await renderEvidence({
      title: numbersOf(purchase).slice(0, 3).join(', '),
      introduction: `${office}, written on ${day}.`,
      parts: evidenceParts({ purchase, buyer, printed, scans }),
      sheet: sheetFor(settings.locale),
      created_at: now(),
    })
    return answer<typeof downloadEvidence>(200, new Uint8Array(pdf), documentHeaders('evidence'))
  })
}
