import { downloadEvidence, listPrinted } from '@postroom/contract/evidence'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { documentHeaders } from '../../http/document-headers.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { findShipment } from '../shipments/show/shipment.store.ts'
import { drawEvidence } from './draw-evidence.rule.ts'
import { printedOf } from './printed.store.ts'

/** What proves how a shipment was sent: its prints, and all that is known as a PDF. */
export function evidenceRoutes(api: Api, context: Context): void {
  const { db } = context
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
    return answer<typeof downloadEvidence>(200, await drawEvidence(context, purchase), documentHeaders('evidence'))
  })
}
