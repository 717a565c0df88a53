import { factsOf } from '@postroom/contract/shipment-facts'
import { TextDoesNotFit } from '@postroom/documents/pdf/fit-text'
import { timesPence } from '@postroom/domain/money'
import { sheetFor } from '@postroom/domain/media/media-size'
import type { DecidedPurchase } from '@postroom/domain/purchase/purchase'
import { trackingNumber } from '@postroom/domain/post/s10'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../app-error.ts'
import { layOutDocument, type DocumentSource } from '../../../documents/draw-document.ts'
import { documentsFor } from '../../../documents/documents-for.ts'
import type { CarrierAccount } from '../../accounts/account.store.ts'
import { ownFeesIn } from '../rate/own-fees.ts'
import type { HashedRequest } from './purchase-request.ts'

/** As long as a real number, and never issued. */
const STAND_IN = trackingNumber(0)

/**
 * Lays out every document of a purchase, so that nobody pays for one that cannot be drawn. Documents are drawn after
 * the carrier has given the numbers. @throws AppError `text_does_not_fit` naming the document and the block
 */
export function layOutDocuments(
  context: Context,
  { draft, test }: HashedRequest,
  account: CarrierAccount,
  { quote, labels }: DecidedPurchase,
): void {
  const { settings, now } = context
  const source: DocumentSource = {
    draft,
    is_test: test,
    quote,
    own_fees: timesPence(ownFeesIn(quote), labels),
    payable: timesPence(quote.charges.total_charge, labels),
    id: randomUUID(),
    carrier_code: account.carrier_code,
    labels,
    carrier_no: test ? null : STAND_IN,
    further_nos: [], // one label is enough: all have the same text
    created_at: now(),
    sheet: sheetFor(settings.locale),
    receipt: { receipt_no: 0, parties: { account, seller: settings.seller } },
  }
  for (const type of documentsFor(factsOf(draft), test)) {
    try {
      layOutDocument(context, type, source)
    } catch (error) {
      if (!(error instanceof TextDoesNotFit)) throw error
      throw new AppError('text_does_not_fit', { details: { document: type, block: error.block } })
    }
  }
}
