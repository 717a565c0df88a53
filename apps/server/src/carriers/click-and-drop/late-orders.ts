import type { ClickAndDropApi } from './click-and-drop-api.ts'
import { apiFor, type ClickAndDrop } from './connected-api.ts'
import { connectionWith } from './connection.store.ts'
import { claimLate, returnLook } from './reference.store.ts'

const AT_ONCE = 20

/** `gone`: there is no such order, or not any more. */
type Removal = 'gone' | 'stays' | 'unknown'

/** Deletes an order that nobody pays for, if there is one. */
export async function removeLate(api: ClickAndDropApi, ref: string): Promise<Removal> {
  const late = await api.find(ref)
  if (late.kind !== 'ok') return 'unknown'
  if (!late.value) return 'gone'
  const removed = await api.remove(late.value.orderIdentifier, ref)
  if (removed.kind === 'ok') return 'gone'
  return removed.kind === 'refused' && removed.status !== 0 ? 'stays' : 'unknown'
}

/**
 * Looks again for orders that counted as never made: their buyers have their money back, and the carrier may have made them
 * all the same.
 *
 * @returns the refs of those that the carrier does not delete, such as manifested ones
 */
export async function removeLateOrders(installation: ClickAndDrop): Promise<string[]> {
  const { db, seal } = installation
  const due = await claimLate(db, AT_ONCE)
  const looks = due.map(async ({ ref, connection_id }) => {
    const connection = await connectionWith(db, seal, connection_id!)
    const removal = connection ? await removeLate(apiFor(installation, connection), ref) : 'unknown'
    if (removal === 'unknown') await returnLook(db, ref)
    return removal === 'stays' ? [ref] : []
  })
  return (await Promise.all(looks)).flat()
}
