import type { Log } from '../log.ts'
import { repeatEvery } from '../operation/repeat-every.ts'
import type { Carriers } from './carriers.ts'

const EVERY_MS = 5 * 60_000

/** Deletes at the carriers what nobody paid for, and reports what cannot be deleted. @returns stops it */
export const startWatchingLateOrders = ({ carriers }: { carriers: Carriers }, log: Log): (() => Promise<void>) =>
  repeatEvery(EVERY_MS, () => removeLateOrders(carriers, log), { log, failure: 'could not look for late orders' }).stop

async function removeLateOrders(carriers: Carriers, log: Log): Promise<void> {
  for (const [carrier, { removeLate }] of Object.entries(carriers))
    for (const purchase of (await removeLate?.()) ?? [])
      log.error({ carrier, purchase }, 'the carrier has an order that nobody paid for, and does not delete it')
}
