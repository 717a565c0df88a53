import { randomUUID } from 'node:crypto'
import type { DeviceEvent } from '@postroom/contract/device-messages'
import type { Hub } from '@postroom/contract/hub'
import type { Context } from '../../context.ts'
import { channelsOf } from './hub-channels.ts'
import { appendMessage } from './hub-log.store.ts'
import { keepDeviceLine, leaveDeviceLine, takeDeviceLine } from './hub.store.ts'

/**
 * A device counts as gone when signs of life are missing: two of those its socket gives every ten seconds, or, on PubNub,
 * where this server hears it only when it renews its grant, one of those it gives every five minutes.
 */
const SEEN_WITHIN_MS = { embedded: 25_000, pubnub: 7 * 60_000 } as const

/** Whether the device manager is on the line, in whichever server process it is. */
export const isConnected = (deviceSeenAt: Date | null, now: Date, com: Hub['com']): boolean =>
  deviceSeenAt !== null && now.getTime() - deviceSeenAt.getTime() <= SEEN_WITHIN_MS[com]

/** A device that speaks with us only to have its grant renewed is there. */
export const deviceAsked = ({ db, now }: Context, hubId: string): Promise<void> =>
  takeDeviceLine(db, hubId, randomUUID(), now())

/** What a connection of the device itself says about it. */
export interface DevicePresence {
  come(): Promise<void>
  stay(): Promise<void>
  go(): Promise<void>
}

export function devicePresence({ db, now, settings }: Context, hubId: string): DevicePresence {
  const line = randomUUID()
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
