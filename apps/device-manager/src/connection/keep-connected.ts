import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceEvent } from '@postroom/contract/device-messages'
import { deviceGrantMessage, grantDevice } from '@postroom/contract/hub'
import { dateOfTimetoken, type HubMessage } from '@postroom/hub/hub-transport'
import { openTransport } from '@postroom/hub/open-transport'
import { retryDelayMs } from '@postroom/hub/retry-delay'
import { loadMembership, saveMembership, type Identity } from '../identity.ts'
import { forgetEnrolmentCode } from '../install-settings.ts'
import type { ServerSettings } from '../settings.ts'
import { callServer, ServerRefusal } from './call-server.ts'
import { proxyFor } from './configure-network.ts'
import { problemOf, type ConnectionProblem } from './connection-problem.ts'
import { eventPublisher, type EventPublisher } from './event-publisher.ts'
import { pair } from './pair.ts'
import { prove } from './prove.ts'
import type { RequestSource } from './verify-request.ts'

/** The state of the connection to the server, for the status page, the log and the terminal. */
export type ConnectionState =
  | { state: 'starting' }
  | { state: 'unreachable'; problem: ConnectionProblem }
  | { state: 'clock_wrong' }
  | { state: 'pairing'; code: string }
  | { state: 'connecting' | 'connected' | 'no_pubnub'; alias: string; organisation: string; documents_url: string }

export interface ServerConnection {
  state: () => ConnectionState
  /** Publishes an event. While disconnected it drops the event: the web app asks for the status when it is back. */
  report(event: DeviceEvent): void
  stop(): Promise<void>
}

interface Parts {
  settings: ServerSettings
  identity: Identity
  /** Answers one request of the web app; undefined publishes nothing. */
  answer: (message: HubMessage, source: RequestSource) => Promise<unknown>
  newestJob: () => string | undefined
  /** Called for each new state, problem and pairing code. */
  onState: (state: ConnectionState) => void
  /** Another hub and other timings are for tests. */
  open?: typeof openTransport
  timings?: typeof TIMINGS
}

const RENEW_AT_LEAST_MS = 60_000
const RENEW_AT_MOST_MS = 86_400_000
export const TIMINGS = {
  retryMs: (attempts: number) => retryDelayMs(attempts, Math.random()),
  /** Renews a grant long before it expires. A timer of more than 24 days would fire at once, again and again. */
  renewMs: (leftMs: number) => Math.min(RENEW_AT_MOST_MS, Math.max(RENEW_AT_LEAST_MS, leftMs / 3)),
  renewRetryMs: RENEW_AT_LEAST_MS,
  /** A missing SDK does not appear by itself, but the server may return to its own hub. */
  sdkRetryMs: 15 * 60_000,
  pollMs: 2_000,
}

type Grant = Awaited<ReturnType<typeof requestGrant>>

/** Keeps the device connected to its server until it is stopped: pairs it, renews its grant, reconnects after every loss. */
export function keepConnected(parts: Parts): ServerConnection {
  const { settings, identity, answer, newestJob, onState, open = openTransport, timings = TIMINGS } = parts
  const stopping = new AbortController()
  let state: ConnectionState = { state: 'starting' }
  let events: EventPublisher | undefined

  const setState = (next: ConnectionState) => {
    const isNew = next.state === 'pairing' || next.state !== state.state || isOtherProblem(next, state)
    state = next
    if (isNew) onState(next)
  }

  const showCode = (code: string) => setState({ state: 'pairing', code })

  async function run(): Promise<void> {
    for (let attempts = 0; !stopping.signal.aborted; attempts++) {
      try {
        const hubId = await membership()
        const grant = await requestGrant(settings.server, identity, hubId)
        // the abort event was emitted before
        if (!stopping.signal.aborted && (await serve(hubId, grant))) attempts = 0
      } catch (error) {
        if (isUnpaired(error)) saveMembership(settings.folder, { was_removed: true })
        else if (!stopping.signal.aborted) setState(isClockWrong(error) ? { state: 'clock_wrong' } : unreachable(error))
      }
      await sleep(timings.retryMs(attempts), undefined, { signal: stopping.signal }).catch(() => {})
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
    const candidate = {
      publicKey: identity.publicKey,
      alias: settings.alias,
      localSecret: was_removed ? undefined : settings.localSecret,
      enrolmentCode: was_removed ? undefined : settings.enrolmentCode,
    }
    const hubId = await pair(settings.server, candidate, showCode, { signal: stopping.signal, pollMs: timings.pollMs })
    saveMembership(settings.folder, { hub_id: hubId, after_job: newestJob() })
    forgetEnrolmentCode()
    return hubId
  }

  /** Answers requests until the grant is denied, withdrawn or replaced, or the device manager stops. @returns whether the hub accepted the grant */
  async function serve(hubId: string, grant: Grant): Promise<boolean> {
    const { alias, organisation, documents_url, channels } = grant
    const transport = open(grant)
    const over = Promise.withResolvers<void>()
    let serverKey = grant.server_key
    let wasConnected = false
    const time = async () => dateOfTimetoken(await transport.time())
    const source: RequestSource = { hubId, serverKey: () => serverKey, time }
    const own = eventPublisher((event) => transport.publish(channels.evt, event))
    transport.onStatus((status) => {
      own.setConnected(status === 'connected')
      wasConnected ||= status === 'connected'
      if (status === 'denied') over.resolve()
      else setState({ state: status === 'connected' ? 'connected' : 'connecting', alias, organisation, documents_url })
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
      const subscribing = transport.subscribe([channels.req], (message) => void handle(message).catch(() => {}))
      await Promise.race([subscribing, over.promise])
      const onRenewed = (next: Grant) => {
        if (next.url !== grant.url || next.channels.req !== channels.req) return over.resolve()
        transport.setToken(next.auth_key)
        serverKey = next.server_key
      }
      void renew(source, grant.expires_at, onRenewed, renewing.signal).then(over.resolve)
      await over.promise
    } catch (error) {
      if (!isMissingSdk(error)) throw error
      setState({ state: 'no_pubnub', alias, organisation, documents_url })
      await sleep(timings.sdkRetryMs, undefined, { signal: stopping.signal }).catch(() => {})
    } finally {
      events = undefined
      renewing.abort()
      stopping.signal.removeEventListener('abort', stop)
      await transport.close()
    }
    return wasConnected
  }

  /**
   * Renews the grant by the hub's clock. A renewal that fails is retried while the old grant lasts: the connection goes on.
   * Resolves when the server has removed this device.
   */
  async function renew(
    { hubId, time }: RequestSource,
    firstExpiresAt: string,
    onRenewed: (grant: Grant) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let expiresAt = firstExpiresAt
    while (!signal.aborted) {
      try {
        const leftMs = Date.parse(expiresAt) - (await time()).getTime()
        await sleep(timings.renewMs(leftMs), undefined, { signal })
        const next = await requestGrant(settings.server, identity, hubId)
        onRenewed(next)
        expiresAt = next.expires_at
      } catch (error) {
        if (isUnpaired(error)) return
        await sleep(timings.renewRetryMs, undefined, { signal }).catch(() => {})
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

/** The server no longer knows this hub, because somebody unpaired it. */
const isUnpaired = (error: unknown): boolean =>
  error instanceof ServerRefusal && error.code === 'device_signature_invalid'

const isOtherProblem = (next: ConnectionState, last: ConnectionState): boolean =>
  next.state === 'unreachable' && last.state === 'unreachable' && next.problem !== last.problem

/** The device stays paired, and connects once its clock is correct. */
const isClockWrong = (error: unknown): boolean => error instanceof ServerRefusal && error.code === 'device_clock_wrong'

/** This program was built or copied without the SDK that the hub needs. */
const isMissingSdk = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'

function requestGrant(server: string, identity: Identity, hubId: string) {
  const body = prove(identity, (issuedAt, nonce) => deviceGrantMessage(hubId, issuedAt, nonce))
  return callServer(server, grantDevice, { params: { id: hubId }, body })
}
