import { randomUUID } from 'node:crypto'
import type { DeviceEvent } from '@postroom/contract/device-messages'
import type { Context } from '../../context.ts'
import { channelsOf } from './hub-channels.ts'
import { appendMessage } from './hub-log.store.ts'
import { keepDeviceLine, leaveDeviceLine, takeDeviceLine } from './hub.store.ts'

/** Two signs of life may be lost before a device counts as gone. */
const SEEN_WITHIN_MS = 25_000

/** Whether the device manager is on the line, in whichever server process it is. */
export const isConnected = (deviceSeenAt: Date | null, now: Date): boolean =>
  deviceSeenAt !== null && now.getTime() - deviceSeenAt.getTime() <= SEEN_WITHIN_MS

/** What a connection of the device itself says about it. */
export interface DevicePresence {
  come(): Promise<void>
  stay(): Promise<void>
  go(): Promise<void>
}

export function devicePresence({ db, now }: Context, hubId: string): DevicePresence {
  const line = randomUUID()
  const announce = async (connected: boolean) => {
    const event: DeviceEvent = { type: 'presence', connected }
    const message = { hub_id: hubId, channel: channelsOf(hubId).evt, payload: JSON.stringify(event) }
    await appendMessage(db, { ...message, publisher: 'server', keep: false })
  }
  return {
    come: async () => {
      await takeDeviceLine(db, hubId, line, now())
      await announce(true)
    },
    stay: () => keepDeviceLine(db, hubId, line, now()),
    go: async () => {
      if (await leaveDeviceLine(db, hubId, line)) await announce(false)
    },
  }
}
