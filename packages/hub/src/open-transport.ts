import type { HubTransport } from './hub-transport.ts'
import { webSocketTransport } from './websocket-transport.ts'

/** The address of a hub and the grant of this client, from the server. */
export interface HubAccess {
  com: 'embedded' | 'pubnub'
  url: string
  pub_key: string
  sub_key: string
  auth_key: string
  /** The name this caller publishes under. */
  client: string
}

/** Opens the transport of a hub. Loads the code of that kind of hub only. */
export function openTransport({ com, url, pub_key, sub_key, auth_key, client }: HubAccess): HubTransport {
  if (com === 'embedded') return webSocketTransport(url, auth_key)
  const access = { url, publishKey: pub_key, subscribeKey: sub_key, token: auth_key, client }
  return whenLoaded(import('./pubnub-transport.ts').then(({ pubNubTransport }) => pubNubTransport(access)))
}

/** If loading fails, every call that can fail rejects with the cause. */
const ignored = () => {}

/** A transport that can be used while its code is still loading. */
function whenLoaded(loading: Promise<HubTransport>): HubTransport {
  loading.catch(ignored)
  return {
    connect: async () => (await loading).connect(),
    close: async () => (await loading.catch(() => undefined))?.close(),
    publish: async (...message) => (await loading).publish(...message),
    subscribe: async (...wanted) => (await loading).subscribe(...wanted),
    history: async (...range) => (await loading).history(...range),
    time: async () => (await loading).time(),
    setToken: (token) => void loading.then((there) => there.setToken(token), ignored),
    onStatus: (listener) => {
      const stop = loading.then(
        (there) => there.onStatus(listener),
        () => ignored,
      )
      return () => void stop.then((end) => end())
    },
  }
}
