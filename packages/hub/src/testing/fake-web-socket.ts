import type { ClientFrame, ServerFrame } from '@postroom/contract/hub-wire'

/** A WebSocket with the test at its other end. Like a real one, it sends only while open and reports its close once. */
export class FakeWebSocket extends EventTarget {
  static readonly OPEN = 1
  /** Every socket since the last `reset`, oldest first. */
  static made: FakeWebSocket[] = []
  static reset(): void {
    FakeWebSocket.made = []
  }

  readyState = 0
  readonly url: string
  readonly sent: ClientFrame[] = []

  constructor(url: string) {
    super()
    this.url = url
    FakeWebSocket.made.push(this)
  }

  send(text: string): void {
    if (this.readyState !== FakeWebSocket.OPEN) throw new DOMException('Not open', 'InvalidStateError')
    this.sent.push(JSON.parse(text) as ClientFrame)
  }

  close(): void {
    if (this.readyState < 2) this.readyState = 2
  }

  /** The server accepts the connection. */
  accept(): void {
    this.readyState = FakeWebSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  /** The server sends a frame. */
  say(frame: ServerFrame): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }

  /** The connection closes. */
  end(code = 1006): void {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

/** The newest socket. */
export const lastSocket = (): FakeWebSocket => FakeWebSocket.made.at(-1)!
