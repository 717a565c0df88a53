import type { Context } from '../../context.ts'
import type { Log } from '../../log.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import type { HubConnection } from './hub-connection.ts'
import type { HubConnections } from './hub-connections.ts'
import { tokensInForce } from './hub-grant.store.ts'
import { haveMessagesAfter } from './hub-log.store.ts'
import { keepDeviceConnections } from './hub.store.ts'

/** How often clients, their grants and the presence of devices are checked. */
const CHECK_EVERY_MS = 10_000
/** How often messages are looked for that no notification announced; while listening is interrupted none is announced. */
const LOOK_EVERY_MS = 3_000
/** Connections of one statement. Between two, the process answers others: thousands at once would delay every message. */
const AT_ONCE = 250

/**
 * Looks after all connections of this process in few statements: one for each connection would be hundreds a second with
 * thousands of devices. When a statement fails, all connections are closed, so that clients find a server that works.
 */
export function lookAfterConnections({ db, now }: Context, connections: HubConnections, log: Log) {
  const checking = repeatEvery(CHECK_EVERY_MS, orFail(check), { log, failure: 'could not check hub connections' })
  const looking = repeatEvery(LOOK_EVERY_MS, orFail(look), { log, failure: 'could not look for hub messages' })

  function orFail(work: (some: HubConnection[]) => Promise<void>) {
    return async (): Promise<void> => {
      const all = connections.all()
      try {
        for (let from = 0; from < all.length; from += AT_ONCE) await work(all.slice(from, from + AT_ONCE))
      } catch (error) {
        all.forEach((connection) => connection.fail())
        throw error
      }
    }
  }

  async function check(some: HubConnection[]): Promise<void> {
    some.forEach((connection) => connection.ping())
    const held = some.map((connection) => [connection, connection.token()] as const)
    const inForce = await tokensInForce(
      db,
      held.flatMap(([, token]) => token ?? []),
      now(),
    )
    // a token that was renewed meanwhile was checked then
    for (const [connection, token] of held)
      if (token === connection.token() && token !== undefined && !inForce.has(token)) connection.deny()
    await keepDeviceConnections(
      db,
      some.flatMap((connection) => connection.device() ?? []),
      now(),
    )
  }

  async function look(some: HubConnection[]): Promise<void> {
    const places = some.flatMap((connection) => connection.places().map((place) => ({ connection, ...place })))
    const more = await haveMessagesAfter(db, places)
    for (const [index, { connection, channel }] of places.entries()) if (more[index]) connection.wake(channel)
  }

  return {
    /** Looks for messages now. */
    look: looking.wake,
    stop: async () => void (await Promise.all([checking.stop(), looking.stop()])),
  }
}
