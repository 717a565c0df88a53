import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceEvent } from '@postroom/contract/device-messages'
import { deviceGrantMessage, grantDevice } from '@postroom/contract/hub'
import { dateOfTimetoken, type HubMessage } from '@postroom/hub/hub-transport'
import { openTransport } from '@postroom/hub/open-transport'
import { retryDelayMs } from '@postroom/hub/retry-delay'
import { loadMembership, saveMembership, type Identity } from '../identity.ts'
import type { Settings } from '../settings.ts'
import { callServer, ServerRefusal } from './call-server.ts'
import { problemOf, type ConnectionProblem } from './connection-problem.ts'
import { eventPublisher, type EventPublisher } from './event-publisher.ts'
import { pair } from './pair.ts'
import { proxyFor } from './configure-network.ts'
import type { RequestSource } from './verify-request.ts'

/** How the device stands with its server, for people to read. */
export type ConnectionState =
  | { state: 'starting' }
  | { state: 'unreachable'; problem: ConnectionProblem }
  | { state: 'clock_wrong' }
  | { state: 'pairing'; code: string }
  | { state: 'connecting' | 'connected' | 'no_pubnub'; alias: string; organisation: string; documents_url: string }

export interface ServerConnection {
  state(): ConnectionState
  /** Tells whoever listens. While there is no line nothing is kept: the web app asks again when it is back. */
  report(event: DeviceEvent): void
  stop(): Promise<void>
}

interface Parts {
  settings: Settings
  identity: Identity
  /** Answers one request of the web app; the answer is published as it is. */
  answer: (message: HubMessage, source: RequestSource) => Promise<unknown>
  newestJob: () => string | undefined
  onState: (state: ConnectionState) => void
}

type Grant = Awaited<ReturnType<typeof askForGrant>>

/** Keeps the device on the line of its server for ever: pairs it, proves its key, renews its grant, comes back after every loss. */
export function keepConnected({ settings, identity, answer, newestJob, onState }: Parts): ServerConnection {
  const stopping = new AbortController()
  let state: ConnectionState = { state: 'starting' }
  let events: EventPublisher | undefined

  const show = (next: ConnectionState) => {
    const isNews = next.state === 'pairing' || next.state !== state.state || isOtherProblem(next, state)
    state = next
    if (isNews) onState(next)
  }

  async function run(): Promise<void> {
    for (let attempts = 0; !stopping.signal.aborted; attempts++) {
      try {
        const hubId = await membership()
        const grant = await askForGrant(settings.server, identity, hubId)
        await serve(hubId, grant)
        attempts = 0
      } catch (error) {
        if (isUnpaired(error)) forget()
        else if (!stopping.signal.aborted) show(isClockWrong(error) ? { state: 'clock_wrong' } : unreachable(error))
      }
      await sleep(retryDelayMs(attempts, Math.random()), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  function unreachable(error: unknown): ConnectionState {
    const isRefusal = error instanceof ServerRefusal
    const problem = isRefusal ? 'server_fault' : problemOf(error, proxyFor(settings.server, process.env))
    return { state: 'unreachable', problem }
  }

  async function membership(): Promise<string> {
    const { hub_id, was_removed = false } = loadMembership(settings.folder)
    if (hub_id !== undefined) return hub_id
    const localSecret = was_removed ? undefined : settings.localSecret
    const candidate = { publicKey: identity.publicKey, alias: settings.alias, localSecret }
    const hubId = await pair(settings.server, candidate, (code) => show({ state: 'pairing', code }), stopping.signal)
    saveMembership(settings.folder, { hub_id: hubId, after_job: newestJob() })
    return hubId
  }

  /** The server knows nothing of this hub any more: somebody has removed it. */
  function forget(): void {
    saveMembership(settings.folder, { was_removed: true })
  }

  /** Resolves when the grant is not good any more, or no use. */
  async function serve(hubId: string, grant: Grant): Promise<void> {
    if (stopping.signal.aborted) return // meanwhile, so its event will not come any more
    const { alias, organisation, documents_url, channels } = grant
    const transport = openTransport(grant)
    const over = Promise.withResolvers<void>()
    let serverKey = grant.server_key
    const time = async () => dateOfTimetoken(await transport.time())
    const source: RequestSource = { hubId, serverKey: () => serverKey, time }
    const own = eventPublisher((event) => transport.publish(channels.evt, event))
    transport.onStatus((status) => {
      own.setConnected(status === 'connected')
      if (status === 'denied') over.resolve()
      else show({ state: status === 'connected' ? 'connected' : 'connecting', alias, organisation, documents_url })
    })
    const stop = () => over.resolve()
    stopping.signal.addEventListener('abort', stop)
    const renewing = new AbortController()
    try {
      await Promise.race([transport.connect(), over.promise])
      events = own
      const handle = async (message: HubMessage) => {
        const response = await answer(message, source)
        if (response !== undefined) await transport.publish(channels.res, response)
      }
      const listening = transport.subscribe([channels.req], (message) => void handle(message).catch(() => {}))
      await Promise.race([listening, over.promise])
      const fresh = (next: Grant) => {
        if (next.url !== grant.url || next.channels.req !== channels.req) return over.resolve()
        transport.setToken(next.auth_key)
        serverKey = next.server_key
      }
      void renew(source, grant.expires_at, fresh, renewing.signal).then(over.resolve)
      await over.promise
    } catch (error) {
      if (!isMissingSdk(error)) throw error
      show({ state: 'no_pubnub', alias, organisation, documents_url })
      await sleep(LOOK_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {})
    } finally {
      events = undefined
      renewing.abort()
      stopping.signal.removeEventListener('abort', stop)
      await transport.close()
    }
  }

  /**
   * Long before a grant runs out the next one is asked for, by the clock of the hub; without luck the line ends and begins
   * anew. Resolves when the server has none for us any more.
   */
  async function renew(
    { hubId, time }: RequestSource,
    firstExpiresAt: string,
    fresh: (grant: Grant) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let expiresAt = firstExpiresAt
    while (!signal.aborted) {
      try {
        const left = Date.parse(expiresAt) - (await time()).getTime()
        await sleep(Math.max(RENEW_AT_LEAST_MS, left / 3), undefined, { signal })
        const next = await askForGrant(settings.server, identity, hubId)
        fresh(next)
        expiresAt = next.expires_at
      } catch (error) {
        if (isUnpaired(error)) return
        await sleep(RENEW_AT_LEAST_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  const running = run()
  return {
    state: () => state,
    report: (event) => events?.report(event),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const RENEW_AT_LEAST_MS = 60_000
/** What is missing does not come by itself, but the server may offer its own hub again. */
const LOOK_AGAIN_MS = 15 * 60_000

const isUnpaired = (error: unknown): boolean =>
  error instanceof ServerRefusal && error.code === 'device_signature_invalid'

const isOtherProblem = (next: ConnectionState, last: ConnectionState): boolean =>
  next.state === 'unreachable' && last.state === 'unreachable' && next.problem !== last.problem

/** Nothing was said about the hub itself: once the clock is set right it is there again. */
const isClockWrong = (error: unknown): boolean => error instanceof ServerRefusal && error.code === 'device_clock_wrong'

/** This program was built, or copied, without the SDK that the hub needs. */
const isMissingSdk = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'

function askForGrant(server: string, identity: Identity, hubId: string) {
  const issued_at = new Date().toISOString()
  const nonce = randomBytes(16).toString('base64url')
  const signature = identity.sign(deviceGrantMessage(hubId, issued_at, nonce))
  return callServer(server, grantDevice, { params: { id: hubId }, body: { issued_at, nonce, signature } })
}
