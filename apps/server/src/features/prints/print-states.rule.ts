import { goesOutWithItem, type DocumentType } from '@postroom/contract/document'
import type { Shipment } from '@postroom/contract/shipment'
import type { DocumentPrint } from '@postroom/contract/shipment-print'
import { documentPrintState, shipmentPrintState } from '@postroom/domain/media/print-state'
import type { Context } from '../../context.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'
import { listPrints, type ListedPrint } from './print-claim.store.ts'

/** Whether a bought shipment is printed, and the prints of its documents. */
export type Printing = Pick<Shipment, 'print_state' | 'prints'>

interface ListedType {
  purchase_id: string
  type: DocumentType
}

/**
 * The print states of some purchases, in one query. A test print, and a purchase that is not bought or no longer, has none.
 * @param documents those of the purchases
 */
export async function printStates(
  { db, now }: Pick<Context, 'db' | 'now'>,
  purchases: readonly Pick<Purchase, 'id' | 'state' | 'is_test' | 'printed_at'>[],
  documents: readonly ListedType[],
): Promise<ReadonlyMap<string, Printing>> {
  const bought = purchases.filter(({ state, is_test }) => state === 'BOUGHT' && !is_test)
  const open = bought.filter(({ printed_at }) => printed_at === null).map(({ id }) => id)
  const prints = Map.groupBy(await listPrints(db, open), ({ purchase_id }) => purchase_id)
  const types = Map.groupBy(documents, ({ purchase_id }) => purchase_id)
  return new Map(
    bought.map(({ id, printed_at }): [string, Printing] => {
      if (printed_at !== null) return [id, { print_state: 'printed' }]
      const toPrint = (types.get(id) ?? []).filter(({ type }) => goesOutWithItem(type))
      const own = prints.get(id) ?? []
      const states = toPrint.map(({ type }) =>
        documentPrint(
          type,
          own.filter((print) => print.type === type),
          now(),
        ),
      )
      return [id, { print_state: shipmentPrintState(states.map(({ state }) => state)), prints: states }]
    }),
  )
}

function documentPrint(document: DocumentType, prints: readonly ListedPrint[], now: Date): DocumentPrint {
  const newest = prints.at(-1)
  return {
    document,
    state: documentPrintState(prints, now),
    prints: prints.length,
    ...(newest && { hub_id: newest.hub_id, job_id: newest.job_id }),
    ...(newest?.reported && { job_state: newest.reported }),
    ...(newest?.error_code && { error_code: newest.error_code }),
  }
}
