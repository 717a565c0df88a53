import { randomUUID } from 'node:crypto'
import type { DeviceEvent } from '@postroom/contract/device-messages'
import type { Hub } from '@postroom/contract/hub'
import type { Context } from '../../context.ts'
import { channelsOf } from './hub-channels.ts'
import { appendMessage } from './hub-log.store.ts'
import { leaveDeviceConnection, takeDeviceConnection, type DeviceConnection } from './hub.store.ts'

/**
 * A device counts as disconnected after this silence. Its socket gives a sign of life every ten seconds, and two may be
 * missed. On PubNub this server hears it only when it renews its grant, every five minutes, and one may be missed.
 */
const SEEN_WITHIN_MS = { embedded: 25_000, pubnub: 7 * 60_000 } as const

/** Whether the device manager is connected, to any server process. */
export const isConnected = (deviceSeenAt: Date | null, now: Date, com: Hub['com']): boolean =>
  deviceSeenAt !== null && now.getTime() - deviceSeenAt.getTime() <= SEEN_WITHIN_MS[com]

/** Records a device on PubNub as connected: it renews its grant here. */
export const recordGrantRenewal = ({ db, now }: Context, hubId: string): Promise<unknown> =>
  takeDeviceConnection(db, hubId, randomUUID(), now())

/** Records that a device connects and leaves, for one connection of it. */
export interface DevicePresence {
  connection: DeviceConnection
  come(): Promise<void>
  go(): Promise<void>
}

export function devicePresence({ db, now, settings }: Context, hubId: string): DevicePresence {
  const connectionId = randomUUID()
  const announce = async (connected: boolean) => {
    const event: DeviceEvent = { type: 'presence', connected }
    const message = {
      hub_id: hubId,
      channel: channelsOf(hubId, settings.hubInstance).evt,
      payload: JSON.stringify(event),
    }
    await appendMessage(db, { ...message, publisher: 'server', keep: false })
  }
  return {
    connection: { hub_id: hubId, connection_id: connectionId },
    come: async () => {
      await takeDeviceConnection(db, hubId, connectionId, now())
      await announce(true)
    },
    go: async () => {
      if (await leaveDeviceConnection(db, hubId, connectionId)) await announce(false)
    },
  }
}
