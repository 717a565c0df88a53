import { hasAddressee } from '@postroom/contract/address'
import type { BatchProgress, BatchRow, BatchRowState, ShipmentBatch } from '@postroom/contract/shipment-batch'
import { mayChange } from '@postroom/domain/people/permissions'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { numbersOf } from '../../documents/draw-document.ts'
import { listDocuments } from '../documents/document.store.ts'
import { printStates, type Printing } from '../prints/print-states.rule.ts'
import { purchasesAmong, type Purchase } from '../shipments/purchase/purchase.store.ts'
import { listRows, type Batch } from './batch.store.ts'

/**
 * The batch with the current state of every row; in as many queries for 1,000 rows as for one. A row that ended without a
 * purchase has its shipment for those who may send it again, unless its person was erased or it has no addressee.
 */
export async function presentBatch(context: Context, batch: Batch, actor: Actor): Promise<ShipmentBatch> {
  const { db } = context
  const rows = await listRows(db, batch)
  const ids = rows.flatMap(({ purchase_id }) => purchase_id ?? [])
  const purchases = ids.length === 0 ? [] : await purchasesAmong(db, batch.organisation_id, ids)
  const printing = await printStates(context, purchases, await listDocuments(db, ids))
  const mayRetry = mayChange('shipment', batch.created_by, actor)
  const byId = new Map(purchases.map((purchase) => [purchase.id, purchase]))
  return {
    ...progressOf(
      batch,
      rows.map(({ state }) => ({ state, rows: 1 })),
    ),
    rows: rows.map(({ key, position, state, shipment, purchase_id, error }) => {
      const purchase = purchase_id === null ? undefined : byId.get(purchase_id)
      const to = shipment?.to ?? purchase?.draft.to
      const isOver = state === 'failed' || state === 'stopped'
      return {
        key,
        position,
        state,
        ...(to && hasAddressee(to) && { to: { name: to.name, company_name: to.company_name, city: to.city } }),
        ...(mayRetry && isOver && shipment && hasAddressee(shipment.to) && { shipment }),
        ...(purchase_id !== null && { shipment_id: purchase_id }),
        ...(purchase && state === 'bought' && { bought: boughtOf(purchase, printing.get(purchase.id)) }),
        ...(error && { error }),
      }
    }),
  }
}

const boughtOf = ({ amount, quote, ...purchase }: Purchase, printing: Printing | undefined): BatchRow['bought'] => ({
  amount,
  service: quote.service.code,
  item_numbers: numbersOf(purchase),
  ...(printing?.print_state && { print_state: printing.print_state }),
})

/** The progress of a batch, counted from the states of its rows. */
export function progressOf(
  { id, created_by, created_at }: Batch,
  states: readonly { state: BatchRowState; rows: number }[],
): BatchProgress {
  const count = (...wanted: BatchRowState[]) =>
    states.filter(({ state }) => wanted.includes(state)).reduce((sum, { rows }) => sum + rows, 0)
  const total = states.reduce((sum, { rows }) => sum + rows, 0)
  const done = count('bought', 'failed', 'stopped')
  return {
    id,
    state: done === total ? 'done' : 'running',
    total,
    done,
    bought: count('bought'),
    failed: count('failed'),
    stopped: count('stopped'),
    created_by,
    created_at: created_at.toISOString(),
  }
}
