import {
  CLOSE_DENIED,
  CLOSE_MALFORMED,
  clientFrameSchema,
  type ClientFrame,
  type ServerFrame,
} from '@postroom/contract/hub-wire'
import type { WebSocket } from 'ws'
import type { Log } from '../../log.ts'
import type { Context } from '../../context.ts'
import { devicePresence, type DevicePresence } from './device-presence.ts'
import { frameGate } from './frame-gate.ts'
import { findGrant, type HubGrant } from './hub-grant.store.ts'
import { hubLine, type HubLine } from './hub-line.ts'

/** Who connects and says nothing is sent away. */
const AUTH_WITHIN_MS = 5_000
/** How often the other end, its grant and its presence are looked after. */
const LOOK_AFTER_EVERY_MS = 10_000
/** Who asks and does not read the answers loses the line. Messages do not count: none is fetched for who does not read. */
const BYTES_UNREAD_MAX = 4 * 1024 * 1024
const CLOSE_TROUBLE = 1011
const CLOSE_TRY_LATER = 1013

/** One socket, from its first frame to its end. */
export interface HubConnection {
  /** What it may do; nothing before its grant is accepted. */
  grant(): HubGrant | undefined
  /** There may be news on this channel, or on any. */
  wake(channel?: string): void
  /** The grant may have been withdrawn. */
  check(): void
  /** Ends it at once; a client that is still there comes back. */
  drop(): void
  /** Resolves when the client has gone and everybody has been told. */
  gone: Promise<void>
}

interface Member {
  token: string
  grant: HubGrant
  line: HubLine
  presence: DevicePresence | undefined
}

/** @param findRoom whether one more of this grant may join */
export function hubConnection(
  context: Context,
  socket: WebSocket,
  log: Log,
  findRoom: (grant: HubGrant) => boolean,
): HubConnection {
  let member: Member | undefined
  const gate = frameGate(() => performance.now())
  let answersPings = true
  let work: Promise<void> = Promise.resolve()
  const gone = Promise.withResolvers<void>()
  const tooLate = setTimeout(() => socket.close(CLOSE_DENIED), AUTH_WITHIN_MS)
  const beat = setInterval(() => void lookAfter().catch(trouble), LOOK_AFTER_EVERY_MS)

  async function handle(frame: ClientFrame): Promise<void> {
    if (!member && !isOpen()) return // nobody, who was sent away and had said more
    if ('auth' in frame) await authenticate(frame.auth)
    else if (member) await member.line.answer(frame)
    else socket.close(CLOSE_DENIED)
  }

  /** The first token opens the line; a later one of the same client, which means the same channels, prolongs it. */
  async function authenticate(token: string): Promise<void> {
    const grant = await findGrant(context.db, token, context.now())
    const isOther = member && (member.grant.hub_id !== grant?.hub_id || member.grant.client !== grant.client)
    if (!grant || isOther) return socket.close(CLOSE_DENIED)
    if (!isOpen()) return
    if (!member && !findRoom(grant)) return socket.close(CLOSE_TRY_LATER)
    clearTimeout(tooLate)
    const comes = !member && grant.isDevice
    const presence = comes ? devicePresence(context, grant.hub_id) : member?.presence
    member = { token, grant, line: member?.line ?? hubLine(context.db, grant, send), presence }
    void send({ ok: 1 })
    if (comes) await presence?.come()
  }

  /** A client that did not answer the last ping is not there any more, whatever its network says. */
  async function lookAfter(): Promise<void> {
    if (!answersPings) return socket.terminate()
    answersPings = false
    socket.ping()
    await checkGrant()
    await member?.presence?.stay()
  }

  async function checkGrant(): Promise<void> {
    if (member && !(await findGrant(context.db, member.token, context.now()))) socket.close(CLOSE_DENIED)
  }

  const isOpen = () => socket.readyState === socket.OPEN

  /** Resolves when the client's side has taken the frame: whether it is still there. */
  function send(frame: ServerFrame): Promise<boolean> {
    if (socket.bufferedAmount > BYTES_UNREAD_MAX) socket.terminate()
    return new Promise((resolve) => socket.send(JSON.stringify(frame), () => resolve(isOpen())))
  }

  /** The client comes back, continues where it was and asks again what was not answered. */
  function trouble(error: unknown): void {
    log.warn({ err: error }, 'a hub connection ends because of trouble on our side')
    socket.close(CLOSE_TROUBLE)
  }

  async function leave(): Promise<void> {
    clearTimeout(tooLate)
    clearInterval(beat)
    await work
    await member?.presence?.go().catch((error: unknown) => log.warn({ err: error }, 'a device left unnoticed'))
    gone.resolve()
  }

  socket.on('pong', () => (answersPings = true))
  socket.on('close', () => void leave())
  socket.on('message', (data, isBinary) => {
    if (!isOpen()) return // sent away, but what it had sent before it knew still comes
    const frame = isBinary || !Buffer.isBuffer(data) ? undefined : parseFrame(data.toString())
    if (!frame) return socket.close(CLOSE_MALFORMED)
    const verdict = gate.verdict(frame)
    if (verdict === 'sent_away') return socket.close(CLOSE_TRY_LATER)
    if (verdict === 'refused') return void ('n' in frame && send({ n: frame.n, err: 429 }))
    work = work
      .then(() => handle(frame))
      .catch(trouble)
      .finally(() => gate.answered())
  })

  return {
    grant: () => member?.grant,
    wake: (channel) => void member?.line.wake(channel).catch(trouble),
    check: () => void checkGrant().catch(trouble),
    drop: () => socket.terminate(),
    gone: gone.promise,
  }
}

function parseFrame(text: string): ClientFrame | undefined {
  try {
    return clientFrameSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
