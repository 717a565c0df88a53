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
import { hubClient, type HubClient } from './hub-client.ts'
import type { LogPlace } from './hub-log.store.ts'
import type { DeviceConnection } from './hub.store.ts'

/** Closes connections that do not authenticate in time. */
const AUTH_WITHIN_MS = 5_000
/** A client that does not read its answers loses the connection. Messages do not count: none is fetched for such a client. */
const BYTES_UNREAD_MAX = 4 * 1024 * 1024
const CLOSE_TROUBLE = 1011
const CLOSE_TRY_LATER = 1013

/** One socket from its first frame until it is closed. */
export interface HubConnection {
  /** Reads messages that may have come on this channel. */
  wake(channel: string): void
  /** How far its client has read. */
  places(): LogPlace[]
  /** The token of its grant; nothing before the grant is accepted. */
  token(): string | undefined
  /** Of a device manager: what its presence is recorded under. */
  device(): DeviceConnection | undefined
  /** Pings the client. One that did not answer the last ping has left, even if its network still holds the connection. */
  ping(): void
  /** Checks again whether the grant is valid; it may have been withdrawn. */
  check(): void
  /** Closes it: the grant has ended. */
  deny(): void
  /** Closes it after an error: the client reconnects, continues where it was and repeats what was not answered. */
  fail(): void
  /** Terminates it; a client that is still there reconnects. */
  drop(): void
  /** Resolves when the socket is closed and the device's disconnect is recorded. */
  gone: Promise<void>
}

interface Member {
  token: string
  grant: HubGrant
  client: HubClient
  presence: DevicePresence | undefined
}

/** @param admit whether one more connection with this grant is allowed; asked once */
export function hubConnection(
  context: Context,
  socket: WebSocket,
  log: Log,
  admit: (connection: HubConnection, grant: HubGrant) => boolean,
): HubConnection {
  let member: Member | undefined
  const gate = frameGate(() => performance.now())
  let answersPings = true
  let work: Promise<void> = Promise.resolve()
  const gone = Promise.withResolvers<void>()
  const tooLate = setTimeout(() => socket.close(CLOSE_DENIED), AUTH_WITHIN_MS)

  async function handle(frame: ClientFrame): Promise<void> {
    if (!member && !isOpen()) return // closed before it authenticated; frames already sent still arrive
    if ('auth' in frame) await authenticate(frame.auth)
    else if (member) await member.client.answer(frame)
    else socket.close(CLOSE_DENIED)
  }

  /** The first token opens the connection; a later one of the same client, and so for the same channels, renews it. */
  async function authenticate(token: string): Promise<void> {
    const grant = await findGrant(context.db, token, context.now())
    const isOther = member && (member.grant.hub_id !== grant?.hub_id || member.grant.client !== grant.client)
    if (!grant || isOther) return socket.close(CLOSE_DENIED)
    if (!isOpen()) return
    if (!member && !admit(connection, grant)) return socket.close(CLOSE_TRY_LATER)
    clearTimeout(tooLate)
    const comes = !member && grant.isDevice
    const presence = comes ? devicePresence(context, grant.hub_id) : member?.presence
    member = { token, grant, client: member?.client ?? hubClient(context.db, grant, send), presence }
    void send({ ok: 1 })
    if (comes) await presence?.come()
  }

  function ping(): void {
    if (!answersPings) return socket.terminate()
    answersPings = false
    socket.ping()
  }

  async function checkGrant(): Promise<void> {
    if (member && !(await findGrant(context.db, member.token, context.now()))) socket.close(CLOSE_DENIED)
  }

  const isOpen = () => socket.readyState === socket.OPEN

  /** Resolves when the client's side has taken the frame; false when it has left. */
  function send(frame: ServerFrame): Promise<boolean> {
    if (socket.bufferedAmount > BYTES_UNREAD_MAX) socket.terminate()
    return new Promise((resolve) => socket.send(JSON.stringify(frame), () => resolve(isOpen())))
  }

  function trouble(error: unknown): void {
    log.warn({ err: error }, 'closed a hub connection after an error')
    socket.close(CLOSE_TROUBLE)
  }

  async function leave(): Promise<void> {
    clearTimeout(tooLate)
    await work
    await member?.presence
      ?.go()
      .catch((error: unknown) => log.warn({ err: error }, 'could not record device disconnect'))
    gone.resolve()
  }

  socket.on('pong', () => (answersPings = true))
  socket.on('close', () => void leave())
  socket.on('message', (data, isBinary) => {
    if (!isOpen()) return // closing; frames already sent still arrive
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

  const connection: HubConnection = {
    wake: (channel) => void member?.client.wake(channel).catch(trouble),
    places: () => member?.client.places() ?? [],
    token: () => member?.token,
    device: () => member?.presence?.connection,
    ping,
    check: () => void checkGrant().catch(trouble),
    deny: () => socket.close(CLOSE_DENIED),
    fail: () => socket.close(CLOSE_TROUBLE),
    drop: () => socket.terminate(),
    gone: gone.promise,
  }
  return connection
}

function parseFrame(text: string): ClientFrame | undefined {
  try {
    return clientFrameSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
