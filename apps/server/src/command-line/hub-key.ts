import { renewHubKey } from '../features/hubs/hub-key.store.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

/** Makes what was signed with the old key worthless, at once. */
export const renewKey = (): Promise<Outcome> =>
  onDatabase(async (db) => {
    await renewHubKey(db)
    return {
      text: 'The key is renewed. Every device manager is told of it as it comes back on its line.\n',
      exitCode: 0,
    }
  })
