import type { Hub } from '@postroom/contract/hub'
import { deviceClient, userClient } from '@postroom/contract/signed-request'
import { mayChange } from '@postroom/domain/people/permissions'
import type { Context, Settings } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import type { Log } from '../../log.ts'
import { newSecret } from '../../secret-token.ts'
import { recordGrantRenewal, isConnected } from './device-presence.ts'
import { channelsOf } from './hub-channels.ts'
import { insertDeviceGrant, insertUserGrants, type HubRights } from './hub-grant.store.ts'
import type { HubRow } from './hub.store.ts'

const USER_GRANT_MS = 30 * 60_000
const DEVICE_GRANT_MS = 12 * 3600_000

export const SOCKET_PATH = '/iot/v1/hub/socket'

/** The address the caller used, and the log of the call. */
interface Asked {
  protocol: string
  host: string
  log: Log
}

/** The socket below the address the caller used, so that a page stays within its own origin. */
const socketUrl = ({ apiBase }: Settings, { protocol, host }: Asked): string =>
  `${protocol === 'https' ? 'wss' : 'ws'}://${host}${apiBase}${SOCKET_PATH}`

/** How a hub is reached: over PubNub if this server has its keys, else over the server's own socket. */
const addressOf = ({ settings, pubNub }: Context, id: string, request: Asked) =>
  pubNub?.address ?? { com: 'embedded' as const, url: socketUrl(settings, request), pub_key: id, sub_key: id }

/** Hubs as a user of their organisation sees them, each with a fresh grant to ask the device and hear its answers. */
export async function hubsForUser(
  context: Context,
  rows: readonly HubRow[],
  user: SignedInUser,
  request: Asked,
): Promise<Hub[]> {
  const { now, settings, pubNub } = context
  const client = userClient(user.id)
  const hubs = rows.map((row) => ({ ...row, channels: channelsOf(row.id, settings.hubInstance) }))
  const rights = hubs.map(({ id, channels }) => ({
    hub_id: id,
    client,
    reads: [channels.res, channels.evt],
    writes: [channels.req],
  }))
  const expires_at = new Date(now().getTime() + (pubNub?.lifeMs ?? USER_GRANT_MS))
  const tokens = pubNub
    ? await pubNubTokens(pubNub, rights, request)
    : await socketTokens(context, rights, user.session_id, expires_at)
  return hubs.map(({ id, alias, owner, paired_by, channels, device_seen_at }, index) => {
    const address = addressOf(context, id, request)
    return {
      id,
      alias,
      owner,
      can_manage: mayChange('device', paired_by, user),
      auth_key: tokens[index]!,
      client,
      ...address,
      channels,
      expires_at: expires_at.toISOString(),
      connected: isConnected(device_seen_at, now(), address.com),
    }
  })
}

/**
 * The device's own grant, to receive requests and answer them. A grant over PubNub is stored too, without rights on our
 * socket, so that its nonce cannot be used again. @returns undefined when the nonce was used before
 */
export async function grantForDevice(context: Context, hub_id: string, nonce: string, request: Asked) {
  const { db, now, settings, pubNub } = context
  const channels = channelsOf(hub_id, settings.hubInstance)
  const client = deviceClient(hub_id)
  const rights = { hub_id, client, reads: [channels.req], writes: [channels.res, channels.evt] }
  const expiresIn = (ms: number) => new Date(now().getTime() + ms)
  const noted = { ...rights, ...(pubNub && { reads: [], writes: [] }), expires_at: expiresIn(DEVICE_GRANT_MS) }
  const secret = newSecret()
  if (!(await insertDeviceGrant(db, nonce, { ...noted, token: secret }))) return undefined
  const answer = { client, channels, ...addressOf(context, hub_id, request) }
  if (!pubNub) return { ...answer, auth_key: secret, expires_at: noted.expires_at.toISOString() }
  const expires_at = expiresIn(pubNub.lifeMs).toISOString()
  const [auth_key = ''] = await pubNubTokens(pubNub, [rights], request)
  await recordGrantRenewal(context, hub_id)
  return { ...answer, auth_key, expires_at }
}

async function socketTokens({ db }: Context, rights: readonly HubRights[], sessionId: string, expires_at: Date) {
  const grants = rights.map((some) => ({ ...some, expires_at, token: newSecret() }))
  await insertUserGrants(db, sessionId, grants)
  return grants.map(({ token }) => token)
}

/** @throws AppError `try_again` when PubNub gives none; the log has the cause */
async function pubNubTokens(
  pubNub: NonNullable<Context['pubNub']>,
  rights: readonly HubRights[],
  { log }: Asked,
): Promise<string[]> {
  try {
    return await pubNub.tokens(rights)
  } catch (error) {
    log.warn({ err: error }, 'could not get a PubNub grant')
    throw new AppError('try_again')
  }
}
