import {
  CLOSE_DENIED,
  CLOSE_MALFORMED,
  serverFrameSchema,
  type ClientFrame,
  type ServerFrame,
} from '@postroom/contract/hub-wire'
import { retryDelayMs } from './retry-delay.ts'

/** A line that is silent for this long is asked something; then it has as long to answer before it is made anew. */
const SILENCE_LIMIT_MS = 12_000

interface LineEvents {
  /** The grant was accepted: frames may be sent. Also after each time the line was lost. */
  onGranted(): void
  onFrame(frame: Exclude<ServerFrame, { ok: 1 }>): void
  /** It is made again by itself. */
  onLost(): void
  /** The grant is not good. It is not made again by itself. */
  onDenied(): void
  /** Nothing has come for a while: ask something, whatever it is. */
  onSilence(): void
}

export interface ReconnectingLine {
  open(): void
  close(): void
  isGranted(): boolean
  /** Only while granted; otherwise the frame is lost. */
  send(frame: ClientFrame): void
  setToken(token: string): void
}

/** One WebSocket after the other, each opened with the grant in its first frame. */
export function reconnectingLine(url: string, firstToken: string, events: LineEvents): ReconnectingLine {
  let token = firstToken
  let socket: WebSocket | undefined
  let granted = false
  let attempts = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let watch: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(retry)
    if (socket) return
    const line = new WebSocket(url)
    socket = line
    // what an earlier socket still says does not count
    const ifCurrent = (act: () => void) => () => line === socket && act()
    watchSilence(ifCurrent(() => lost(0)))
    line.addEventListener(
      'open',
      ifCurrent(() => transmit({ auth: token })),
    )
    line.addEventListener('message', ({ data }) => ifCurrent(() => receive(String(data)))())
    line.addEventListener('close', ({ code }) => ifCurrent(() => lost(code))())
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

  /** A line that is half open gives no close event for minutes. */
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
    const line = socket
    socket = undefined
    granted = false
    line?.close()
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
