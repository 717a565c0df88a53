import type { ConnectionTest } from '@postroom/contract/carrier-connection'
import { clickAndDropApi, type ClickAndDropApi } from './click-and-drop-api.ts'
import { apiFor, keyHeader, type ClickAndDrop } from './connected-api.ts'
import { NO_LINE } from '../royal-mail/call-line.store.ts'
import { connectionOf, notePrintsLabels } from './connection.store.ts'

const FORBIDDEN = 403
/** No account has an order with this number. */
const NO_ORDER = 0

/** Calls Click & Drop with the key of an account, buys nothing, and remembers whether the account may print labels. */
export async function testConnection(installation: ClickAndDrop, accountId: string): Promise<ConnectionTest> {
  const { db, seal } = installation
  const connection = await connectionOf(db, seal, accountId)
  if (!connection) return { result: 'not_connected' }
  const found = await testWith(apiFor(installation, connection))
  if (found.prints_labels !== undefined) await notePrintsLabels(db, connection.id, found.prints_labels)
  return found
}

/** The same with a key of no account. Nothing else calls with it yet, so it needs no place in a line of calls. */
export const testKey = ({ url, answer_ms }: ClickAndDrop, key: string): Promise<ConnectionTest> =>
  testWith(
    clickAndDropApi({
      url,
      headers: keyHeader(key),
      answerWithinMs: answer_ms,
      line: NO_LINE,
    }),
  )

/**
 * Whether the account may print labels is asked with the label of an order that does not exist: an account that may not is
 * refused before the order is looked for.
 */
async function testWith(api: ClickAndDropApi): Promise<ConnectionTest> {
  const known = await api.checkKey()
  if (known.kind === 'refused' && known.status !== 0) return { result: 'refused', reason: known.reason }
  const version = await api.version()
  if (known.kind !== 'ok' || version.kind !== 'ok') return { result: 'no_answer' }
  const label = await api.label(NO_ORDER)
  const isSaid = label.kind === 'refused' && label.status !== 0
  return {
    result: 'connected',
    release: version.value,
    ...(isSaid && { prints_labels: label.status !== FORBIDDEN }),
  }
}
