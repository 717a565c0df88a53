import type { HubConnection } from './hub-connection.ts'
import type { HubGrant } from './hub-grant.store.ts'

/** Connections to one server process: of one client, such as the tabs of a user, and of one hub. */
const OF_CLIENT_MAX = 20
const OF_HUB_MAX = 100

/** The connections to this server process whose grant was accepted, by hub. */
export interface HubConnections {
  /**
   * Adds a connection, unless there is no room. Users wait for a place. A device always gets one, if necessary that of its
   * oldest connection, the likeliest to be dead. Below the limit a new connection ends no older one: two copies of a device
   * would disconnect each other for ever.
   */
  admit: (connection: HubConnection, grant: HubGrant) => boolean
  on: (hubId: string) => HubConnection[]
  all: () => HubConnection[]
}

export function hubConnections(): HubConnections {
  const hubs = new Map<string, Map<HubConnection, string>>()

  function remove(connection: HubConnection, hubId: string): void {
    const there = hubs.get(hubId)
    there?.delete(connection)
    if (there?.size === 0) hubs.delete(hubId)
  }

  return {
    admit: (connection, { hub_id, client, isDevice }) => {
      const there = hubs.get(hub_id) ?? new Map<HubConnection, string>()
      const own = [...there].filter(([, other]) => other === client)
      if (isDevice && own.length >= OF_CLIENT_MAX) own[0]?.[0].drop()
      if (!isDevice && (own.length >= OF_CLIENT_MAX || there.size >= OF_HUB_MAX)) return false
      hubs.set(hub_id, there.set(connection, client))
      void connection.gone.then(() => remove(connection, hub_id))
      return true
    },
    on: (hubId) => [...(hubs.get(hubId)?.keys() ?? [])],
    all: () => [...hubs.values()].flatMap((there) => [...there.keys()]),
  }
}
