import {
  CLOSE_DENIED,
  CLOSE_MALFORMED,
  serverFrameSchema,
  type ClientFrame,
  type ServerFrame,
} from '@postroom/contract/hub-wire'
import { retryDelayMs } from './retry-delay.ts'

/** After this silence the client sends a question; after the same time without an answer it reconnects. */
const SILENCE_LIMIT_MS = 12_000

interface ConnectionEvents {
  /** The grant was accepted, so frames may be sent. Called after each reconnect too. */
  onGranted(): void
  onFrame(frame: Exclude<ServerFrame, { ok: 1 }>): void
  /** The connection was lost. It reconnects by itself. */
  onLost(): void
  /** The grant is not valid. It does not reconnect by itself. */
  onDenied(): void
  /** Nothing has arrived for a while: send any question. */
  onSilence(): void
}

export interface ReconnectingConnection {
  open(): void
  close(): void
  isGranted(): boolean
  /** Drops the frame unless the grant is accepted. */
  send(frame: ClientFrame): void
  setToken(token: string): void
}

/** One WebSocket at a time, each opened with the grant in its first frame. */
export function reconnectingConnection(
  url: string,
  firstToken: string,
  events: ConnectionEvents,
): ReconnectingConnection {
  let token = firstToken
  let socket: WebSocket | undefined
  let granted = false
  let attempts = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let watch: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(retry)
    if (socket) return
    const current = new WebSocket(url)
    socket = current
    // ignores events of an earlier socket
    const ifCurrent = (act: () => void) => () => current === socket && act()
    watchSilence(ifCurrent(() => lost(0)))
    current.addEventListener(
      'open',
      ifCurrent(() => transmit({ auth: token })),
    )
    current.addEventListener('message', ({ data }) => ifCurrent(() => receive(String(data)))())
    current.addEventListener('close', ({ code }) => ifCurrent(() => lost(code))())
  }

  function receive(text: string): void {
    const frame = serverFrameSchema.parse(JSON.parse(text))
    watchSilence(() => {
      events.onSilence()
      watchSilence(() => lost(0))
    })
    if (!('ok' in frame)) return events.onFrame(frame)
    if (granted) return // a renewed grant
    granted = true
    attempts = 0
    events.onGranted()
  }

  /** A half-open connection emits no close event for minutes. */
  function watchSilence(act: () => void): void {
    clearTimeout(watch)
    watch = setTimeout(act, SILENCE_LIMIT_MS)
  }

  function lost(code: number): void {
    drop()
    if (code === CLOSE_DENIED || code === CLOSE_MALFORMED) return events.onDenied()
    events.onLost()
    retry = setTimeout(open, retryDelayMs(attempts++, Math.random()))
  }

  function drop(): void {
    clearTimeout(watch)
    const previous = socket
    socket = undefined
    granted = false
    previous?.close()
  }

  const transmit = (frame: ClientFrame) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame))

  return {
    open,
    close: () => {
      clearTimeout(retry)
      drop()
    },
    isGranted: () => granted,
    send: transmit,
    setToken: (fresh) => {
      token = fresh
      if (granted) transmit({ auth: fresh })
    },
  }
}
