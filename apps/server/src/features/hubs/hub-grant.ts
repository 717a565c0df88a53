import type { Hub } from '@postroom/contract/hub'
import { deviceClient, userClient } from '@postroom/contract/signed-request'
import type { FastifyRequest } from 'fastify'
import type { Context, Settings } from '../../context.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { newSecret } from '../../secret-token.ts'
import { isConnected } from './device-presence.ts'
import { channelsOf } from './hub-channels.ts'
import { insertDeviceGrant, insertUserGrants } from './hub-grant.store.ts'
import type { HubRow } from './hub.store.ts'

const USER_GRANT_MS = 30 * 60_000
const DEVICE_GRANT_MS = 12 * 3600_000

export const SOCKET_PATH = '/iot/v1/hub/socket'

/** The socket below the address the caller used, so that a page stays within its own origin. */
const socketUrl = ({ apiBase }: Settings, { protocol, host }: FastifyRequest): string =>
  `${protocol === 'https' ? 'wss' : 'ws'}://${host}${apiBase}${SOCKET_PATH}`

/** How the hub of this server is reached; it needs no keys, so they name it. */
export const embeddedHub = (id: string, settings: Settings, request: FastifyRequest) => ({
  com: 'embedded' as const,
  url: socketUrl(settings, request),
  pub_key: id,
  sub_key: id,
})

/** Hubs as a user of their organisation sees them, each with a fresh grant to ask the device and hear its answers. */
export async function hubsForUser(
  { db, now, settings }: Context,
  rows: readonly HubRow[],
  user: SignedInUser,
  request: FastifyRequest,
): Promise<Hub[]> {
  const expires_at = new Date(now().getTime() + USER_GRANT_MS)
  const granted = rows.map((row) => ({ row, channels: channelsOf(row.id), token: newSecret() }))
  const client = userClient(user.id)
  const grants = granted.map(({ row, channels, token }) => ({
    hub_id: row.id,
    client,
    token,
    expires_at,
    reads: [channels.res, channels.evt],
    writes: [channels.req],
  }))
  await insertUserGrants(db, user.session_id, grants)
  return granted.map(({ row, channels, token }) => ({
    id: row.id,
    alias: row.alias,
    owner: row.owner,
    auth_key: token,
    client,
    ...embeddedHub(row.id, settings, request),
    channels,
    expires_at: expires_at.toISOString(),
    connected: isConnected(row.device_seen_at, now()),
  }))
}

/** The device's own grant, to hear requests and answer them. @returns undefined when the nonce was used before */
export async function grantForDevice({ db, now }: Context, hubId: string, nonce: string) {
  const channels = channelsOf(hubId)
  const token = newSecret()
  const grant = {
    hub_id: hubId,
    client: deviceClient(hubId),
    token,
    reads: [channels.req],
    writes: [channels.res, channels.evt],
    expires_at: new Date(now().getTime() + DEVICE_GRANT_MS),
  }
  if (!(await insertDeviceGrant(db, nonce, grant))) return undefined
  return { auth_key: token, client: grant.client, channels, expires_at: grant.expires_at.toISOString() }
}
