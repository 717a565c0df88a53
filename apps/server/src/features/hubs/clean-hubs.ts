import type { Context } from '../../context.ts'
import type { Api } from '../../http/serve.ts'
import { deleteExpiredGrants } from './hub-grant.store.ts'
import { deleteOldMessages } from './hub-log.store.ts'
import { deleteOldPairings } from './pairing.store.ts'

const CLEAN_EVERY_MS = 10 * 60_000
/** A device that polls late still learns that it was paired. */
const PAIRING_KEPT_MS = 3600_000

/** Forgets what has run out for as long as the server runs. */
export function cleanHubsFrom(api: Api, { db, now }: Context): void {
  const clean = async () => {
    await deleteOldMessages(db)
    await deleteExpiredGrants(db, now())
    await deleteOldPairings(db, new Date(now().getTime() - PAIRING_KEPT_MS))
  }
  const timer = setInterval(() => {
    clean().catch((error: unknown) => api.log.warn({ err: error }, 'old hub messages stay until the next round'))
  }, CLEAN_EVERY_MS)
  timer.unref()
  api.addHook('onClose', async () => clearInterval(timer))
}
