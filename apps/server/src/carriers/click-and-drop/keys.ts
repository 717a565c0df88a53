import type { CarrierConnection, ConnectionTest } from '@postroom/contract/carrier-connection'
import type { CarrierKeys } from '../carrier-port.ts'
import type { ClickAndDrop } from './connected-api.ts'
import { connectAccount, endConnection, openConnectionOf, type OpenConnection } from './connection.store.ts'
import { testConnection, testKey } from './test-connection.ts'

const NO_KEY: ConnectionTest = { result: 'refused', reason: 'Click & Drop is used with an API key.' }

/** Each account buys with a key that its owner made in Click & Drop. */
export const clickAndDropKeys = (installation: ClickAndDrop): CarrierKeys => ({
  check: async ({ api_key }) => (api_key === undefined ? NO_KEY : testKey(installation, api_key)),
  test: (accountId) => testConnection(installation, accountId),
  connectionOf: async (db, accountId) => present(await openConnectionOf(db, accountId)),
  save: (db, accountId, { api_key }, found) =>
    connectAccount(db, installation.seal, accountId, api_key!, found.prints_labels),
  end: endConnection,
})

function present(connection: OpenConnection | undefined): CarrierConnection {
  if (!connection) return { state: 'not_connected', asks: 'api_key' }
  const { since, prints_labels } = connection
  return {
    state: 'connected',
    asks: 'api_key',
    since: since.toISOString(),
    ...(prints_labels !== null && { prints_labels }),
  }
}
