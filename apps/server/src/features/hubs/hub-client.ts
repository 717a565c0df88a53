import { MESSAGE_LIMIT_CHARS, type ClientFrame, type ServerFrame } from '@postroom/contract/hub-wire'
import type { Db } from '../../db/database.ts'
import { sqlStateOf } from '../../db/sql-state.ts'
import type { HubGrant } from './hub-grant.store.ts'
import {
  appendMessage,
  logClock,
  logPosition,
  messageHistory,
  messagesAfter,
  type LoggedMessage,
  type LogPlace,
} from './hub-log.store.ts'

type Question = Exclude<ClientFrame, { auth: string }>
type Publish = Extract<Question, { pub: string }>
type Subscribe = Extract<Question, { sub: string }>

/** How far one subscriber has read one channel. */
interface Feed {
  cursor: string
  reading: boolean
  more: boolean
}

/** One client of a hub, after its grant was accepted. */
export interface HubClient {
  /** Answers one frame. The caller passes the frames of a client one after the other. */
  answer(frame: Question): Promise<void>
  /** Reads messages that may have come on this channel. */
  wake(channel: string): Promise<void>
  /** How far it has read each channel it subscribes to. */
  places(): LogPlace[]
}

/** Messages, of up to 32 KiB each, held in memory for each channel of a slow client. */
const READ_AT_ONCE = 20
const FOREIGN_KEY_MISSING = '23503'

/**
 * Every subscriber reads the log from its own cursor, live messages too: nothing overtakes a backlog, and it does not matter
 * which server process a message came in through. A slow client delays only itself.
 * @param send resolves when the client has taken the frame; false when it has left
 */
export function hubClient(db: Db, grant: HubGrant, send: (frame: ServerFrame) => Promise<boolean>): HubClient {
  const feeds = new Map<string, Feed>()

  async function answer(frame: Question): Promise<void> {
    if (!mayDo(grant, frame)) return void send({ n: frame.n, err: 403 })
    if ('pub' in frame) void send(await publish(frame))
    else if ('sub' in frame) void send({ n: frame.n, t: await subscribe(frame) })
    else if ('hist' in frame) {
      const { hist: channel, start, end, count } = frame
      const messages = await messageHistory(db, { hub_id: grant.hub_id, channel, start, end, count })
      void send({ n: frame.n, t: await logPosition(db, grant.hub_id), h: messages.map(toWire) })
    } else void send({ n: frame.n, t: await logClock(db) })
  }

  async function publish({ n, pub, d, store = true }: Publish): Promise<ServerFrame> {
    const payload = JSON.stringify(d ?? null)
    if (payload.length > MESSAGE_LIMIT_CHARS) return { n, err: 413 }
    try {
      const message = { hub_id: grant.hub_id, channel: pub, publisher: grant.client, payload, keep: store }
      return { n, t: await appendMessage(db, message) }
    } catch (error) {
      if (sqlStateOf(error) === FOREIGN_KEY_MISSING) return { n, err: 403 } // unpaired a moment ago
      throw error
    }
  }

  async function subscribe({ sub, since }: Subscribe): Promise<string> {
    const feed = feeds.get(sub) ?? {
      cursor: since ?? (await logPosition(db, grant.hub_id)),
      reading: false,
      more: false,
    }
    feeds.set(sub, feed)
    await read(sub, feed)
    return feed.cursor
  }

  async function wake(channel: string): Promise<void> {
    const feed = feeds.get(channel)
    if (feed) await read(channel, feed)
  }

  async function read(channel: string, feed: Feed): Promise<void> {
    feed.more = true
    if (feed.reading) return
    feed.reading = true
    try {
      while (feed.more) {
        feed.more = false
        const range = { hub_id: grant.hub_id, channel, after: feed.cursor, limit: READ_AT_ONCE }
        const messages = await messagesAfter(db, range)
        for (const message of messages) {
          if (!(await send({ m: toWire(message) }))) return
          feed.cursor = message.t
        }
        if (messages.length === READ_AT_ONCE) feed.more = true
      }
    } finally {
      feed.reading = false
    }
  }

  const { hub_id } = grant
  const places = () => [...feeds].map(([channel, { cursor }]) => ({ hub_id, channel, after: cursor }))
  return { answer, wake, places }
}

function mayDo({ reads, writes }: HubGrant, frame: Question): boolean {
  if ('pub' in frame) return writes.includes(frame.pub)
  if ('sub' in frame) return reads.includes(frame.sub)
  if ('hist' in frame) return reads.includes(frame.hist)
  return true
}

const toWire = ({ channel, t, publisher, payload }: LoggedMessage) => ({
  c: channel,
  t,
  i: publisher,
  d: JSON.parse(payload) as unknown,
})
