import {
  CLOSE_DENIED,
  CLOSE_MALFORMED,
  serverFrameSchema,
  type ClientFrame,
  type ServerFrame,
} from '@postroom/contract/hub-wire'
import { HubError, type HubMessage, type HubStatus, type HubTransport } from './hub-transport.ts'
import { retryDelayMs } from './retry-delay.ts'

/** A frame that is not `auth`, before it has its sequence number. */
type Question =
  Exclude<ClientFrame, { auth: string }> extends infer F ? (F extends unknown ? Omit<F, 'n'> : never) : never
type Acknowledgement = Extract<ServerFrame, { n: number; t: string }>

interface Pending {
  question: Question
  answer: PromiseWithResolvers<Acknowledgement>
}

interface Channel {
  /** The newest timetoken seen: anything not beyond it is a duplicate. */
  cursor: string | undefined
  listeners: Set<(message: HubMessage) => void>
  ready: Promise<unknown>
}

/** A line that says nothing for this long after the grant was sent is made anew. */
const OPEN_TIMEOUT_MS = 10_000
/** The hub is asked something at least this often, because a dead line is otherwise noticed only by the other side. */
const ALIVE_EVERY_MS = 15_000

/** The line over a WebSocket of our own server; works in the browser and on the WebSocket of Node. */
export function webSocketTransport(url: string, firstToken: string): HubTransport {
  let token = firstToken
  let socket: WebSocket | undefined
  let granted = false
  let ended = false
  let denied = false
  let attempts = 0
  let sequence = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let watch: ReturnType<typeof setTimeout> | undefined
  let opening: PromiseWithResolvers<void> | undefined
  const pending = new Map<number, Pending>()
  const channels = new Map<string, Channel>()
  const statusListeners = new Set<(status: HubStatus) => void>()

  const tell = (status: HubStatus) => statusListeners.forEach((listener) => listener(status))

  function open(): void {
    const line = new WebSocket(url)
    socket = line
    granted = false
    watchFor(line, OPEN_TIMEOUT_MS)
    line.addEventListener('open', () => send({ auth: token }))
    line.addEventListener('message', (event) => line === socket && receive(line, String(event.data)))
    line.addEventListener('close', ({ code }) => line === socket && lost(code))
    line.addEventListener('error', () => line.close())
  }

  /** A half-open line gives no close event for minutes, so it is dropped here. */
  function watchFor(line: WebSocket, ms: number): void {
    clearTimeout(watch)
    watch = setTimeout(() => {
      if (line !== socket) return
      line.close()
      lost(0)
    }, ms)
  }

  function lost(code: number): void {
    socket = undefined
    granted = false
    clearTimeout(watch)
    if (ended) return
    if (code === CLOSE_DENIED || code === CLOSE_MALFORMED) return deny()
    tell('reconnecting')
    retry = setTimeout(open, retryDelayMs(attempts++, Math.random()))
  }

  function deny(): void {
    denied = true
    tell('denied')
    opening?.reject(new HubError(403))
    opening = undefined
    failPending(403)
  }

  function failPending(status: number): void {
    for (const { answer } of pending.values()) answer.reject(new HubError(status))
    pending.clear()
  }

  function receive(line: WebSocket, text: string): void {
    const frame = serverFrameSchema.parse(JSON.parse(text))
    keepAlive(line)
    if ('m' in frame) deliver(toMessage(frame.m))
    else if ('ok' in frame) accepted()
    else settle(frame)
  }

  function keepAlive(line: WebSocket): void {
    clearTimeout(watch)
    watch = setTimeout(() => {
      if (line !== socket) return
      void ask({ time: 1 }).catch(() => {})
      watchFor(line, OPEN_TIMEOUT_MS)
    }, ALIVE_EVERY_MS)
  }

  function accepted(): void {
    if (granted) return // a renewed grant on an open line
    granted = true
    attempts = 0
    const asked = new Set([...pending.values()].map(({ question }) => ('sub' in question ? question.sub : undefined)))
    for (const [n, { question }] of pending) transmit(question, n)
    for (const name of channels.keys()) if (!asked.has(name)) void listen(name).catch(() => {})
    tell('connected')
    opening?.resolve()
    opening = undefined
  }

  function deliver(message: HubMessage): void {
    const channel = channels.get(message.channel)
    if (!channel || (channel.cursor !== undefined && message.timetoken <= channel.cursor)) return
    channel.cursor = message.timetoken
    for (const listener of channel.listeners) listener(message)
  }

  function settle(frame: Extract<ServerFrame, { n: number }>): void {
    const asked = pending.get(frame.n)
    pending.delete(frame.n)
    if ('err' in frame) asked?.answer.reject(new HubError(frame.err))
    else asked?.answer.resolve(frame)
  }

  function ask(question: Question): Promise<Acknowledgement> {
    if (ended || denied) return Promise.reject(new HubError(denied ? 403 : 0))
    const n = sequence++
    const answer = Promise.withResolvers<Acknowledgement>()
    pending.set(n, { question, answer })
    if (granted) transmit(question, n)
    return answer.promise
  }

  /** A subscription always continues at the channel's own place, however often it is made again. */
  function transmit(question: Question, n: number): void {
    const since = 'sub' in question ? channels.get(question.sub)?.cursor : undefined
    send({ ...question, ...(since === undefined ? {} : { since }), n } as ClientFrame)
  }

  const send = (frame: ClientFrame) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame))

  async function listen(name: string): Promise<void> {
    const { t } = await ask({ sub: name })
    const channel = channels.get(name)
    if (channel && (channel.cursor === undefined || channel.cursor < t)) channel.cursor = t
  }

  function channelOf(name: string, since: string | undefined): Channel {
    const known = channels.get(name)
    if (known) return known
    const channel: Channel = { cursor: since, listeners: new Set(), ready: Promise.resolve() }
    channels.set(name, channel)
    channel.ready = listen(name).catch((error: unknown) => {
      channels.delete(name)
      throw error
    })
    return channel
  }

  return {
    connect: () => {
      ended = false
      denied = false
      opening ??= Promise.withResolvers()
      const { promise } = opening
      clearTimeout(retry)
      if (!socket) open()
      else if (granted) accepted()
      return promise
    },
    close: async () => {
      ended = true
      clearTimeout(retry)
      clearTimeout(watch)
      opening?.reject(new HubError(0))
      opening = undefined
      failPending(0)
      socket?.close()
      socket = undefined
    },
    publish: async (channel, message, options) => {
      const { t } = await ask({ pub: channel, d: message, ...(options?.store === false ? { store: false } : {}) })
      return { timetoken: t }
    },
    subscribe: async (names, onMessage, since) => {
      const joined = names.map((name) => channelOf(name, since))
      for (const { listeners } of joined) listeners.add(onMessage)
      const stop = () => joined.forEach(({ listeners }) => listeners.delete(onMessage))
      try {
        await Promise.all(joined.map(({ ready }) => ready))
      } catch (error) {
        stop()
        throw error
      }
      return stop
    },
    history: async (channel, range) => {
      const { h = [] } = await ask({ hist: channel, ...range })
      return h.map(toMessage)
    },
    time: async () => (await ask({ time: 1 })).t,
    setToken: (fresh) => {
      token = fresh
      if (granted) send({ auth: fresh })
    },
    onStatus: (listener) => {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
  }
}

const toMessage = ({ c, t, i, d }: { c: string; t: string; i: string; d?: unknown }): HubMessage => ({
  channel: c,
  timetoken: t,
  publisher: i,
  message: d,
})
