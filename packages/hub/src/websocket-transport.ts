import { FRAME_LIMIT_BYTES, type ClientFrame, type ServerFrame } from '@postroom/contract/hub-wire'
import { HubError, type HubMessage, type HubStatus, type HubTransport } from './hub-transport.ts'
import { reconnectingConnection } from './reconnecting-connection.ts'

type Numbered = Exclude<ClientFrame, { auth: string }>
type WithoutNumber<Frame> = Frame extends unknown ? Omit<Frame, 'n'> : never
/** A frame before it has its sequence number. */
type Question = WithoutNumber<Numbered>
type Reply = Extract<ServerFrame, { n: number }>
type Acknowledgement = Extract<Reply, { t: string }>

interface Pending {
  question: Question
  answer: PromiseWithResolvers<Acknowledgement>
}

interface Channel {
  /** The newest timetoken seen: anything not beyond it is a duplicate. */
  cursor: string | undefined
  listeners: Set<(message: HubMessage) => void>
  ready: Promise<void>
}

/** Room for the sequence number and the timetoken of a subscription. */
const FRAME_HEAD_BYTES = 100
/** Questions in flight; further ones wait. */
const ON_THE_WAY_MAX = 64
const TOO_MUCH = 429
/** Pause after the hub has throttled us. */
const LATER_MS = 1_000

/** The connection over a WebSocket of our own server, in browsers and in Node. */
export function webSocketTransport(url: string, token: string): HubTransport {
  let closedWith: number | undefined
  let sequence = 0
  let opening: PromiseWithResolvers<void> | undefined
  const pending = new Map<number, Pending>()
  const onTheWay = new Set<number>()
  let isHeldBack = false
  let later: ReturnType<typeof setTimeout> | undefined
  const channels = new Map<string, Channel>()
  const statusListeners = new Set<(status: HubStatus) => void>()
  const report = (status: HubStatus) => statusListeners.forEach((listener) => listener(status))
  const connection = reconnectingConnection(url, token, {
    onGranted: continueAll,
    onFrame: (frame) => ('m' in frame ? deliver(toMessage(frame.m)) : settle(frame)),
    onLost: () => report('reconnecting'),
    onDenied: () => end(403),
    onSilence: () => void ask({ time: 1 }).catch(() => {}),
  })

  /** Repeats unanswered questions and continues every channel at its own timetoken. */
  function continueAll(): void {
    const unanswered = [...pending.values()]
    onTheWay.clear()
    letGo()
    const beingJoined = new Set(unanswered.map(({ question }) => ('sub' in question ? question.sub : undefined)))
    for (const name of channels.keys()) if (!beingJoined.has(name)) void join(name).catch(() => {})
    report('connected')
    opening?.resolve()
    opening = undefined
  }

  function end(status: number): void {
    closedWith = status
    clearTimeout(later)
    if (status === 403) report('denied')
    opening?.reject(new HubError(status))
    opening = undefined
    for (const { answer } of pending.values()) answer.reject(new HubError(status))
    pending.clear()
  }

  function deliver(message: HubMessage): void {
    const channel = channels.get(message.channel)
    if (!channel || (channel.cursor !== undefined && message.timetoken <= channel.cursor)) return
    channel.cursor = message.timetoken
    for (const listener of channel.listeners) listener(message)
  }

  function settle(reply: Reply): void {
    onTheWay.delete(reply.n)
    if ('err' in reply && reply.err === TOO_MUCH) isHeldBack = true
    else {
      const asked = pending.get(reply.n)
      pending.delete(reply.n)
      if ('err' in reply) asked?.answer.reject(new HubError(reply.err))
      else asked?.answer.resolve(reply)
    }
    if (!isHeldBack) transmitMore()
    else if (onTheWay.size === 0) later = setTimeout(letGo, LATER_MS)
  }

  function letGo(): void {
    clearTimeout(later)
    isHeldBack = false
    transmitMore()
  }

  /** Sends questions in the order they were asked, refused ones first. */
  function transmitMore(): void {
    if (isHeldBack || !connection.isGranted()) return
    for (const [n, { question }] of pending) {
      if (onTheWay.size >= ON_THE_WAY_MAX) return
      if (onTheWay.has(n)) continue
      onTheWay.add(n)
      transmit(question, n)
    }
  }

  function ask(question: Question): Promise<Acknowledgement> {
    if (closedWith !== undefined) return Promise.reject(new HubError(closedWith))
    if (isTooLarge(question)) return Promise.reject(new HubError(413))
    const n = sequence++
    const answer = Promise.withResolvers<Acknowledgement>()
    pending.set(n, { question, answer })
    transmitMore()
    return answer.promise
  }

  function transmit(question: Question, n: number): void {
    const since = 'sub' in question ? channels.get(question.sub)?.cursor : undefined
    connection.send({ ...question, ...(since !== undefined && { since }), n })
  }

  async function join(name: string): Promise<void> {
    const { t } = await ask({ sub: name })
    const channel = channels.get(name)
    if (channel && (channel.cursor === undefined || channel.cursor < t)) channel.cursor = t
  }

  function channelOf(name: string, since: string | undefined): Channel {
    const known = channels.get(name)
    if (known) return known
    const channel: Channel = { cursor: since, listeners: new Set(), ready: Promise.resolve() }
    channels.set(name, channel)
    channel.ready = join(name).catch((error: unknown) => {
      channels.delete(name)
      throw error
    })
    return channel
  }

  return {
    connect: () => {
      closedWith = undefined
      if (connection.isGranted()) return Promise.resolve()
      opening ??= Promise.withResolvers()
      connection.open()
      return opening.promise
    },
    close: async () => {
      connection.close()
      end(0)
    },
    publish: async (channel, message, options) => {
      const { t } = await ask({ pub: channel, d: message, ...(options?.store === false && { store: false }) })
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
    setToken: (fresh) => connection.setToken(fresh),
    onStatus: (listener) => {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
  }
}

/** The server would close the connection on such a frame, and the client would resend it without end. */
const isTooLarge = (question: Question): boolean =>
  new TextEncoder().encode(JSON.stringify(question)).length + FRAME_HEAD_BYTES > FRAME_LIMIT_BYTES

const toMessage = ({ c, t, i, d }: { c: string; t: string; i: string; d?: unknown }): HubMessage => ({
  channel: c,
  timetoken: t,
  publisher: i,
  message: d,
})
