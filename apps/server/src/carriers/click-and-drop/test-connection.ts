import { apiFor, type ClickAndDrop } from './connected-api.ts'
import { connectionOf, notePrintsLabels } from './connection.store.ts'

/** What a test of an account's key found. `prints_labels` is undefined when the carrier did not say. */
export type ConnectionTest =
  | { kind: 'connected'; release: string; prints_labels: boolean | undefined }
  | { kind: 'refused'; reason: string }
  | { kind: 'not_connected' }
  | { kind: 'no_answer' }

const FORBIDDEN = 403
/** No account has an order with this number. */
const NO_ORDER = 0

/**
 * Calls Click & Drop with the key of an account and buys nothing. Whether the account may print labels is asked with the label
 * of an order that does not exist: an account that may not is refused before the order is looked for.
 */
export async function testConnection(installation: ClickAndDrop, accountId: string): Promise<ConnectionTest> {
  const { db, seal } = installation
  const connection = await connectionOf(db, seal, accountId)
  if (!connection) return { kind: 'not_connected' }
  const api = apiFor(installation, connection)
  const known = await api.checkKey()
  if (known.kind === 'refused' && known.status > 0) return { kind: 'refused', reason: known.reason }
  const version = await api.version()
  if (known.kind !== 'ok' || version.kind !== 'ok') return { kind: 'no_answer' }
  const label = await api.label(NO_ORDER)
  const prints_labels = label.kind === 'refused' && label.status > 0 ? label.status !== FORBIDDEN : undefined
  if (prints_labels !== undefined) await notePrintsLabels(db, connection.id, prints_labels)
  return { kind: 'connected', release: version.value, prints_labels }
}
