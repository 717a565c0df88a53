import type PubNub from 'pubnub'
import { HISTORY_LIMIT, MESSAGE_LIMIT_CHARS } from '@postroom/contract/hub-wire'
import { loadPubNub } from '#pubnub-sdk'
import { HubError, type HubMessage, type HubStatus, type HubTransport } from './hub-transport.ts'
import { retryDelayMs } from './retry-delay.ts'

/** The only service the SDK's licence allows it to connect to. */
export const PUBNUB_URL = 'https://ps.pndsn.com'
/** Larger payloads go in the body of a POST: proxies reject addresses of 32 KiB. */
const IN_ADDRESS_MAX_CHARS = 4_000
const LAST_TIMETOKEN = '9'.repeat(17)
const CONNECTED: readonly unknown[] = ['PNConnectedCategory', 'PNSubscriptionChangedCategory']
const LOST: readonly unknown[] = ['PNConnectionErrorCategory', 'PNDisconnectedUnexpectedlyCategory']

export interface PubNubAccess {
  url: string
  publishKey: string
  subscribeKey: string
  /** The name this client publishes under; its token is bound to it. */
  client: string
  token: string
}

interface Channel {
  /** The newest timetoken delivered, or where the subscription began. */
  cursor: string
  listeners: Set<(message: HubMessage) => void>
  /** Live messages wait here until everything before them is delivered. */
  held: HubMessage[] | undefined
  isJoined: boolean
  joined: PromiseWithResolvers<void>
}

/** The connection over PubNub's own service. Calling it loads the SDK. @throws Error for any other address */
export async function pubNubTransport(access: PubNubAccess): Promise<HubTransport> {
  if (access.url !== PUBNUB_URL) throw new Error(`The SDK of PubNub may only be used with ${PUBNUB_URL}`)
  const Sdk = await loadPubNub()
  const { publishKey, subscribeKey, client: userId } = access
  // the SDK gives up after some silent retries: this transport reconnects instead, as for every other hub
  const sdk = new Sdk({ publishKey, subscribeKey, userId, retryConfiguration: Sdk.NoneRetryPolicy() })
  sdk.setToken(access.token)

  const channels = new Map<string, Channel>()
  const statusListeners = new Set<(status: HubStatus) => void>()
  /** A listener of `connected` may subscribe, which reports `connected` again: only changes are reported. */
  const report = (status: HubStatus) => {
    if (status === reported) return
    reported = status
    statusListeners.forEach((listener) => listener(status))
  }
  let reported: HubStatus | undefined
  let closedWith: number | undefined
  let attempts = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  sdk.addListener({
    message: ({ channel, timetoken, publisher = '', message }) => receive({ channel, timetoken, publisher, message }),
    status: ({ category, ...status }) => {
      if (CONNECTED.includes(category)) continueAll()
      else if (LOST.includes(category)) lost('error' in status ? status.error : undefined)
    },
  })

  function continueAll(): void {
    attempts = 0
    for (const [name, channel] of channels) void catchUp(name, channel)
    report('connected')
  }

  function lost(reason: unknown): void {
    if (reason === 'PNAccessDeniedCategory') return refuse()
    report('reconnecting')
    clearTimeout(retry)
    retry = setTimeout(() => sdk.reconnect(), retryDelayMs(attempts++, Math.random()))
  }

  /** The service rejects a connection as a whole: the channels added last are removed again; if none were, the token is bad. */
  function refuse(): void {
    const added = [...channels].filter(([, { isJoined }]) => !isJoined)
    leave(added, 403)
    if (added.length === 0 || channels.size === 0) end(403)
  }

  function leave(some: readonly [string, Channel][], status: number): void {
    for (const [name, { joined }] of some) {
      channels.delete(name)
      joined.reject(new HubError(status))
    }
    if (some.length > 0) sdk.unsubscribe({ channels: some.map(([name]) => name) })
  }

  function end(status: number): void {
    closedWith = status
    clearTimeout(retry)
    if (status === 403) report('denied')
  }

  function receive(message: HubMessage): void {
    const channel = channels.get(message.channel)
    if (channel?.held) channel.held.push(message)
    else if (channel) deliver(channel, message)
  }

  function deliver(channel: Channel, message: HubMessage): void {
    if (message.timetoken <= channel.cursor) return
    channel.cursor = message.timetoken
    for (const listener of channel.listeners) listener(message)
  }

  /** The service keeps 100 messages for an absent subscriber: missed ones are read from the history, newest page first. */
  async function catchUp(name: string, channel: Channel): Promise<void> {
    channel.held ??= []
    try {
      const missed: HubMessage[] = []
      for (let start: string | undefined = LAST_TIMETOKEN; start !== undefined;) {
        const page = await history(name, { start, end: channel.cursor, count: HISTORY_LIMIT })
        missed.unshift(...page)
        start = page.length === HISTORY_LIMIT ? page[0]?.timetoken : undefined
      }
      const all = [...missed, ...channel.held].toSorted((a, b) => (a.timetoken < b.timetoken ? -1 : 1))
      channel.held = undefined
      all.forEach((message) => deliver(channel, message))
      channel.isJoined = true
      channel.joined.resolve()
    } catch (error) {
      channel.joined.reject(error)
    }
  }

  /** Repeats until there is an answer or a refusal. */
  async function insist<T>(ask: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      if (closedWith !== undefined) throw new HubError(closedWith)
      try {
        return await ask()
      } catch (error) {
        const { status } = error as { status?: { statusCode?: number; category?: string } }
        const code = status?.statusCode ?? 0
        if (code >= 400 && code < 500 && code !== 429) throw new HubError(code)
        if (status?.category === 'PNValidationErrorCategory') throw error
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs(tries, Math.random())))
      }
    }
  }

  const time = (): Promise<string> =>
    insist(async () => {
      const { timetoken }: { timetoken: unknown } = await sdk.time()
      return BigInt(timetoken as number).toString() // its declared type is wrong: it is a number
    })

  function history(name: string, range: { start?: string; end?: string; count: number }): Promise<HubMessage[]> {
    return insist(async () => {
      const answer = await sdk.fetchMessages({ channels: [name], includeUUID: true, ...range })
      return (answer.channels[name] ?? []).map(toMessage)
    })
  }

  async function join(name: string, since: string | undefined): Promise<Channel> {
    const cursor = channels.has(name) ? '' : (since ?? (await time()))
    const known = channels.get(name) // also when another call subscribed meanwhile
    if (known) return known
    const channel: Channel = {
      cursor,
      listeners: new Set(),
      held: [],
      isJoined: false,
      joined: Promise.withResolvers(),
    }
    channels.set(name, channel)
    return channel
  }

  return {
    connect: async () => {
      closedWith = undefined
      await time()
      if (channels.size > 0) sdk.reconnect()
    },
    close: async () => {
      end(0)
      leave([...channels], 0)
      sdk.destroy()
    },
    publish: async (channel, message, { store = true } = {}) => {
      if (!message) throw new HubError(400) // the SDK takes 0, false, null and '' for a missing message
      const length = JSON.stringify(message).length
      if (length > MESSAGE_LIMIT_CHARS) throw new HubError(413)
      const sendByPost = length > IN_ADDRESS_MAX_CHARS
      const payload = message as PubNub.Payload
      return insist(() => sdk.publish({ channel, message: payload, storeInHistory: store, sendByPost }))
    },
    subscribe: async (names, onMessage, since) => {
      if (closedWith !== undefined) throw new HubError(closedWith)
      const added = names.filter((name) => !channels.has(name))
      const joined = await Promise.all(names.map((name) => join(name, since)))
      for (const { listeners } of joined) listeners.add(onMessage)
      const stop = () => joined.forEach(({ listeners }) => listeners.delete(onMessage))
      if (added.length > 0) sdk.subscribe({ channels: added })
      try {
        await Promise.all(joined.map((channel) => channel.joined.promise))
      } catch (error) {
        stop()
        throw error
      }
      return stop
    },
    history: (channel, range) => history(channel, range),
    time,
    setToken: (token) => {
      sdk.setToken(token)
      if (channels.size > 0) sdk.reconnect()
    },
    onStatus: (listener) => {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
  }
}

const toMessage = ({
  channel,
  timetoken,
  uuid = '',
  message,
}: {
  channel: string
  timetoken: string | number
  uuid?: string
  message: unknown
}): HubMessage => ({ channel, timetoken: String(timetoken), publisher: uuid, message })
