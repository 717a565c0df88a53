import type { Notification, Pool, PoolClient } from 'pg'

/** Notifications from all server processes, this one included. */
export interface HubNotices {
  onMessage(hubId: string, channel: string): void
  onRevoked(hubId: string): void
  /** Listening began, or began again: notifications may have been missed before. */
  onListening(): void
}

const RECONNECT_EVERY_MS = 3_000

/** Listens on a connection of its own and reconnects when it is lost. @returns stops listening */
export function listenForHubs(pool: Pool, notices: HubNotices): () => void {
  let client: PoolClient | undefined
  let connecting = false
  let ended = false

  async function listen(): Promise<void> {
    connecting = true
    try {
      const fresh = await pool.connect()
      fresh.on('notification', onNotification)
      fresh.once('error', () => drop(fresh))
      client = fresh
      await fresh.query('listen hub_message; listen hub_revoked')
      if (ended) drop(fresh)
      else notices.onListening()
    } catch {
      if (client) drop(client) // the timer tries again
    } finally {
      connecting = false
    }
  }

  function drop(lost: PoolClient): void {
    if (client !== lost) return
    client = undefined
    lost.off('notification', onNotification)
    lost.release(true)
  }

  function onNotification({ channel: kind, payload = '' }: Notification): void {
    if (kind === 'hub_revoked') return notices.onRevoked(payload)
    const [hubId = '', channel = ''] = payload.split(' ')
    notices.onMessage(hubId, channel)
  }

  const reconnect = setInterval(() => {
    if (!client && !connecting) void listen()
  }, RECONNECT_EVERY_MS)
  void listen()

  return () => {
    ended = true
    clearInterval(reconnect)
    if (client) drop(client)
  }
}
