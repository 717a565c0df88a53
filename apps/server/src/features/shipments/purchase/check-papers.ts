import { factsOf } from '@postroom/contract/shipment-facts'
import { TextDoesNotFit } from '@postroom/documents/pdf/fit-text'
import { timesPence } from '@postroom/domain/money'
import { sheetFor } from '@postroom/domain/media/media-size'
import { trackingNumber } from '@postroom/domain/post/s10'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../app-error.ts'
import { drawPaper, type PaperSource } from '../../../papers/draw-paper.ts'
import { papersFor } from '../../../papers/papers-for.ts'
import type { CarrierAccount } from '../../accounts/account.store.ts'
import { fundsOf } from '../../ledger/ledger.store.ts'
import { decideRequest } from './decide-request.ts'
import { ownFeesIn } from '../rate/own-fees.ts'
import type { HashedRequest } from './purchase-request.ts'

/** As long as a real number, and nobody's. */
const STAND_IN = trackingNumber(0)

/**
 * Draws every paper of a purchase that would be accepted, once and for nothing: nobody pays for what cannot be drawn. What
 * will be refused anyway is left to the refusal. @throws AppError `text_does_not_fit` naming the paper and the block
 */
export async function checkPapers(context: Context, request: HashedRequest, account: CarrierAccount): Promise<void> {
  const { available } = await fundsOf(context.db, account.id)
  const decided = decideRequest(context, request, { pricing: account.pricing, available })
  if (!decided.ok) return
  const { draft, test } = request
  const source = {
    draft,
    is_test: test,
    quote: decided.quote,
    own_fees: timesPence(ownFeesIn(decided.quote), decided.labels),
    payable: timesPence(decided.quote.charges.total_charge, decided.labels),
    id: randomUUID(),
    carrier_code: account.carrier_code,
    bought_as: null,
    labels: decided.labels,
    carrier_no: test ? null : STAND_IN,
    further_nos: [], // one label shows what fits on all
    created_at: context.now(),
    sheet: sheetFor(context.settings.locale),
    account,
    seller: context.settings.seller,
    receipt_no: 0,
  }
  const content = [
    request.hash,
    account.name,
    JSON.stringify(account.billing),
    decided.quote.charges.total_charge,
  ].join(' ')
  await onceFor(content, () => drawAll(context, source))
}

async function drawAll(context: Context, source: PaperSource): Promise<void> {
  for (const type of papersFor(factsOf(source.draft), source.is_test)) {
    try {
      await drawPaper(context, type, source)
    } catch (error) {
      if (!(error instanceof TextDoesNotFit)) throw error
      throw new AppError('text_does_not_fit', { details: { paper: type, block: error.block } })
    }
  }
}

/** Contents whose papers were drawn lately: a hundred clicks on one purchase draw once. */
const drawnLately = new Map<string, Promise<void>>()
const REMEMBERED = 500

function onceFor(content: string, draw: () => Promise<void>): Promise<void> {
  const drawn = drawnLately.get(content) ?? draw()
  drawnLately.set(content, drawn)
  drawn.catch(() => drawnLately.delete(content))
  if (drawnLately.size > REMEMBERED) drawnLately.clear()
  return drawn
}
