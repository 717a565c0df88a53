import type { HubMessage, HubStatus, HubTransport } from '@postroom/hub/hub-transport'

/** An in-memory hub for one device. It rejects the calls that a closed transport rejects. */
export function fakeHub() {
  const opened: ReturnType<typeof fakeTransport>[] = []
  return {
    opened,
    last: () => opened.at(-1)!,
    open: (): HubTransport => {
      const fake = fakeTransport()
      opened.push(fake)
      return fake.transport
    },
  }
}

function fakeTransport() {
  const tokens: string[] = []
  const published: { channel: string; message: unknown }[] = []
  const statusListeners = new Set<(status: HubStatus) => void>()
  const messageListeners = new Set<(message: HubMessage) => void>()
  const accepted = Promise.withResolvers<void>()
  let isClosed = false
  const unlessClosed = () => {
    if (isClosed) throw new Error('The transport is closed')
  }
  const status = (now: HubStatus): void => {
    for (const listener of statusListeners) listener(now)
    if (now === 'connected') accepted.resolve()
    if (now === 'denied') accepted.reject(new Error('denied'))
  }
  accepted.promise.catch(() => {})
  const transport: HubTransport = {
    connect: () => accepted.promise,
    close: async () => void (isClosed = true),
    publish: async (channel, message) => {
      unlessClosed()
      published.push({ channel, message })
      return { timetoken: '17000000000000000' }
    },
    subscribe: async (_channels, onMessage) => {
      unlessClosed()
      messageListeners.add(onMessage)
      return () => messageListeners.delete(onMessage)
    },
    history: async () => [],
    time: async () => {
      unlessClosed()
      return `${Date.now()}0000`
    },
    setToken: (token) => {
      unlessClosed()
      tokens.push(token)
    },
    onStatus: (listener) => {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
  }
  return {
    transport,
    /** The tokens of renewed grants, in order. */
    tokens,
    published,
    isClosed: () => isClosed,
    isSubscribed: () => messageListeners.size > 0,
    status,
    deliver: (message: HubMessage) => messageListeners.forEach((listener) => listener(message)),
  }
}
