import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { DEVICE_OPERATIONS, type DeviceOperation } from '@postroom/contract/device-messages'
import {
  deviceClient,
  SIGNED_BODY_MAX_CHARS,
  signedText,
  userClient,
  type DeviceRequest,
  type SignedRequest,
} from '@postroom/contract/signed-request'
import { dateOfTimetoken } from '@postroom/hub/hub-transport'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { refuseColleagues } from '../../access/authorise.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { allowPrint } from '../prints/allow-print.rule.ts'
import { channelsOf } from './hub-channels.ts'
import { hubKey, type HubKey } from './hub-key.store.ts'
import { logClock } from './hub-log.store.ts'
import { listHubRows, type HubRow } from './hub.store.ts'

interface Asked {
  op: DeviceOperation
  args?: unknown
  expires_in_ms: number
}

/**
 * Signs a user's request to a device manager of their organisation, after checking that they may make it.
 *
 * @throws AppError `not_found` for a foreign device, `permission_denied` for the settings of a colleague's,
 * `invalid_request` for arguments that the operation does not have, `document_link_expired` for documents of another user
 */
export async function signRequest(
  context: Context,
  user: SignedInUser,
  hub: string,
  { op, args: given, expires_in_ms }: Asked,
): Promise<SignedRequest> {
  const { db, settings } = context
  const args = DEVICE_OPERATIONS[op].args.safeParse(given)
  await act(context, user, async (tx, actor) => {
    const row = await findHub(tx, actor, hub)
    if (!row) throw new AppError('not_found')
    if (op === 'config.set') refuseColleagues('device', row.paired_by, actor)
    if (!args.success) throw new AppError('invalid_request')
    if (op !== 'print') return
    const expires_at = new Date(context.now().getTime() + expires_in_ms)
    await allowPrint({ ...context, db: tx }, actor, { hub, expires_at }, DEVICE_OPERATIONS.print.args.parse(given))
  })
  const iat = dateOfTimetoken(await logClock(db)).getTime()
  const parties = {
    hub,
    ch: channelsOf(hub, settings.hubInstance).req,
    iss: userClient(user.id),
    aud: deviceClient(hub),
  }
  const times = { iat, exp: iat + expires_in_ms }
  return signed(await hubKey(db), { id: randomUUID(), op, args: args.data, ...parties, ...times })
}

async function findHub(db: Db, { organisation_id }: SignedInUser, id: string): Promise<HubRow | undefined> {
  const query = { organisation_id, id, orderBy: 'id', direction: 'asc', start: 0, length: 1 } as const
  return (await listHubRows(db, query)).rows[0]
}

function signed({ id: kid, private_key }: HubKey, request: DeviceRequest): SignedRequest {
  const b = JSON.stringify(request)
  if (b.length > SIGNED_BODY_MAX_CHARS) throw new AppError('body_too_large')
  const key = createPrivateKey({ key: private_key, format: 'der', type: 'pkcs8' })
  return { v: 1, kid, b, s: sign(null, Buffer.from(signedText(b)), key).toString('base64url') }
}
