import type { Hub } from '@postroom/contract/hub'
import type { FastifyRequest } from 'fastify'
import type { Context, Settings } from '../../context.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { isConnected } from './device-presence.ts'
import { channelsOf } from './hub-channels.ts'
import { insertGrant } from './hub-grant.store.ts'
import { newSecret } from './hub-secret.ts'
import type { HubRow } from './hub.store.ts'

const USER_GRANT_MS = 30 * 60_000
const DEVICE_GRANT_MS = 12 * 3600_000

export const SOCKET_PATH = '/iot/v1/hub/socket'

/** The socket below the address the caller used, so that a page stays within its own origin. */
export const socketUrl = ({ apiBase }: Settings, { protocol, host }: FastifyRequest): string =>
  `${protocol === 'https' ? 'wss' : 'ws'}://${host}${apiBase}${SOCKET_PATH}`

/** A hub as a user of its organisation sees it, with a fresh grant to ask the device and hear its answers. */
export async function hubForUser(
  { db, now, settings }: Context,
  row: HubRow,
  user: SignedInUser,
  request: FastifyRequest,
): Promise<Hub> {
  const channels = channelsOf(row.id)
  const token = newSecret()
  const grant = {
    hub_id: row.id,
    client: `user.${user.id}`,
    reads: [channels.res, channels.evt],
    writes: [channels.req],
    expires_at: new Date(now().getTime() + USER_GRANT_MS),
  }
  await insertGrant(db, token, { ...grant, session_id: user.session_id, nonce: null })
  return {
    id: row.id,
    alias: row.alias,
    owner: row.owner,
    pub_key: row.id,
    sub_key: row.id,
    auth_key: token,
    com: 'embedded',
    url: socketUrl(settings, request),
    channels,
    expires_at: grant.expires_at.toISOString(),
    connected: isConnected(row.device_seen_at, now()),
  }
}

/** The device's own grant, to hear requests and answer them. @returns undefined when the nonce was used before */
export async function grantForDevice({ db, now }: Context, hubId: string, nonce: string) {
  const channels = channelsOf(hubId)
  const token = newSecret()
  const grant = {
    hub_id: hubId,
    client: `device.${hubId}`,
    reads: [channels.req],
    writes: [channels.res, channels.evt],
    expires_at: new Date(now().getTime() + DEVICE_GRANT_MS),
  }
  if (!(await insertGrant(db, token, { ...grant, session_id: null, nonce }))) return undefined
  return { auth_key: token, channels, expires_at: grant.expires_at.toISOString() }
}
