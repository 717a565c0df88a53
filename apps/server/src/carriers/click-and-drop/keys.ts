import type { CarrierConnection } from '@postroom/contract/carrier-connection'
import type { CarrierKeys } from '../carrier-port.ts'
import type { ClickAndDrop } from './connected-api.ts'
import { connectAccount, endConnection, openConnectionOf, type OpenConnection } from './connection.store.ts'
import { testConnection, testKey } from './test-connection.ts'

/** Each account buys with a key that its owner made in Click & Drop. */
export const clickAndDropKeys = (installation: ClickAndDrop): CarrierKeys => ({
  check: (key) => testKey(installation, key),
  test: (accountId) => testConnection(installation, accountId),
  connectionOf: async (db, accountId) => present(await openConnectionOf(db, accountId)),
  save: (db, accountId, key, found) => connectAccount(db, installation.seal, accountId, key, found.prints_labels),
  end: endConnection,
})

function present(connection: OpenConnection | undefined): CarrierConnection {
  if (!connection) return { state: 'not_connected' }
  const { since, prints_labels } = connection
  return { state: 'connected', since: since.toISOString(), ...(prints_labels !== null && { prints_labels }) }
}
