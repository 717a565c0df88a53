/** One delivered message. `timetoken` is text of 17 digits (100 ns since 1970) that sorts; never make it a number. */
export interface HubMessage {
  channel: string
  timetoken: string
  /** The sender, as the server knows it from the grant; a client cannot claim another name. */
  publisher: string
  message: unknown
}

/** `denied`: the grant is not valid (any more). Nothing is retried until a new token is set. */
export type HubStatus = 'connected' | 'reconnecting' | 'denied'

/** The three channels on which the web app and one device manager meet. */
export interface HubChannels {
  req: string
  res: string
  evt: string
}

/**
 * The connection between web app, server and device manager. Delivery is at least once: duplicates are dropped here by
 * timetoken, and above by request id. A lost connection is restored, without limit; unacknowledged messages are sent again.
 */
export interface HubTransport {
  /** Opens the connection. Resolves when the first grant is accepted; rejects with a `HubError` 403 when it is denied. */
  connect(): Promise<void>
  /** Closes the connection; everything still open rejects with a `HubError` 0. */
  close(): Promise<void>
  /** Resolves when the hub has accepted the message. With `store: false` it is delivered but not kept in the history. */
  publish(channel: string, message: unknown, options?: { store?: boolean }): Promise<{ timetoken: string }>
  /**
   * Resolves when subscribed; missed messages after `since` come first. `since` counts for the first subscription to a
   * channel only. @returns ends this subscription
   */
  subscribe(channels: readonly string[], onMessage: (message: HubMessage) => void, since?: string): Promise<() => void>
  /** Oldest first. `start` is the newer bound and exclusive, `end` the older bound and inclusive; 1 to 100 messages. */
  history(channel: string, range: { start?: string; end?: string; count: number }): Promise<HubMessage[]>
  /** The clock of the hub, for everything that expires. */
  time(): Promise<string>
  /** Sets a fresh grant: sent at once on an open connection, else with the next one. After `denied`, call `connect` again. */
  setToken(token: string): void
  /** @returns stops listening */
  onStatus(listener: (status: HubStatus) => void): () => void
}

/** The hub refused a call. `status` is 403 (not granted), 400, 413 or 429 as in HTTP, and 0 when the connection was closed. */
export class HubError extends Error {
  readonly status: number
  constructor(status: number) {
    super(status === 0 ? 'The connection to the hub is closed' : `The hub refused (${status})`)
    this.name = 'HubError'
    this.status = status
  }
}

/** The instant of a timetoken. */
export const dateOfTimetoken = (timetoken: string): Date => new Date(Number(timetoken.slice(0, 13)))
