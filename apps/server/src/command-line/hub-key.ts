import { renewHubKey } from '../features/hubs/hub-key.store.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

/** Replaces the signing key. Everything signed with the old key is invalid at once. */
export const renewKey = (): Promise<Outcome> =>
  onDatabase(async (db) => {
    await renewHubKey(db)
    return {
      text: 'The key is replaced. Each device manager gets the new key when it reconnects.\n',
      exitCode: 0,
    }
  })
