import { ATTENTION_ROWS, type Attention } from '@postroom/contract/attention'
import { personOrCompany } from '@postroom/domain/catalogue/addressed-name'
import { sumPence } from '@postroom/domain/money'
import type { Context } from '../../context.ts'
import { countUnread } from '../../notices/inbox.store.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { listDocuments } from '../documents/document.store.ts'
import { batchesOfSeveral } from '../batches/batch.store.ts'
import { queueSummary } from '../pending/pending.store.ts'
import { printStates } from '../prints/print-states.rule.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'
import { lowBalances, openPurchases, refusedVoids, type OpenPurchase, type Watched } from './attention.store.ts'

const DAYS_MS = 7 * 86_400_000
/** Buyers have this long before their colleagues hear of it. */
const COLLEAGUES_AFTER_MS = 3_600_000
/** A page that buys also prints: within this time nothing is missing yet. */
const BEFORE_PRINT_MS = 5_000
/** The carrier usually answers sooner. */
const BEFORE_ANSWER_MS = 30_000

/** What needs the attention of a user, each kind in a query of its own. */
export async function showAttention(context: Context, user: SignedInUser): Promise<Attention> {
  const { db, now } = context
  const ago = (ms: number) => new Date(now().getTime() - ms)
  const { organisation_id, id: user_id, permissions } = user
  const forColleagues = permissions.includes('colleagues_shipments')
  const watched: Watched = {
    organisation_id,
    user_id,
    since: ago(DAYS_MS),
    colleagues_before: forColleagues ? ago(COLLEAGUES_AFTER_MS) : undefined,
  }
  const unprinted = await withPrints(context, await openPurchases(db, 'BOUGHT', watched).execute())
  const isBeingPrinted = ({ print_state, updated_at }: (typeof unprinted)[number]) =>
    print_state === 'queued' || (print_state === 'not_printed' && updated_at > ago(BEFORE_PRINT_MS))
  const notPrinted = unprinted.filter((row) => !isBeingPrinted(row))
  const batches = await batchesOfSeveral(
    db,
    organisation_id,
    // one that may have come out is settled by itself: somebody must look
    notPrinted.flatMap(({ id, print_state }) => (print_state === 'not_printed' ? id : [])),
  )
  const inBatches = new Set([...batches.values()].flat())
  const single = notPrinted.filter(({ id }) => !inBatches.has(id))
  const authorised = await openPurchases(db, 'AUTHORISED', watched).execute()
  const onHold = authorised.filter(({ created_at }) => created_at <= ago(BEFORE_ANSWER_MS))
  const refused = await refusedVoids(db, watched).execute()
  return {
    not_printed: {
      total: notPrinted.length,
      rows: single.slice(0, ATTENTION_ROWS).map((row) => ({
        ...rowOf(row),
        packaging: row.draft.parcels[0]!.packaging,
        print_state: row.print_state,
        prints: row.prints,
      })),
      batches: [...batches].map(([id, shipments]) => ({ id, count: shipments.length })),
    },
    in_progress: unprinted.length - notPrinted.length + authorised.length - onHold.length,
    on_hold: { ...listOf(onHold, rowOf), amount: sumPence(...onHold.map(({ payable }) => payable)) },
    refused_refunds: listOf(refused, (row) => ({ ...rowOf(row), reason: row.refusal ?? '' })),
    low_balances: await lowBalances(db, organisation_id),
    unread_notices: await countUnread(db, user),
    mailroom: forColleagues ? await queueSummary(db, organisation_id) : { total: 0 },
  }
}

async function withPrints(context: Context, purchases: readonly OpenPurchase[]) {
  const documents = await listDocuments(
    context.db,
    purchases.map(({ id }) => id),
  )
  const states = await printStates(context, purchases, documents)
  return purchases.map((purchase) => {
    const { print_state = 'not_printed', prints = [] } = states.get(purchase.id) ?? {}
    return { ...purchase, print_state, prints }
  })
}

const listOf = <Row, Shown>(rows: readonly Row[], shown: (row: Row) => Shown) => ({
  total: rows.length,
  rows: rows.slice(0, ATTENTION_ROWS).map(shown),
})

type Listed = Pick<Purchase, 'id' | 'draft' | 'quote' | 'payable' | 'carrier_no' | 'created_at'>

const rowOf = ({ id, draft, quote, payable, carrier_no, created_at }: Listed) => ({
  id,
  service: quote.service.code,
  amount: payable,
  created_at: created_at.toISOString(),
  name: personOrCompany(draft.to),
  tracking: carrier_no ?? '',
})
