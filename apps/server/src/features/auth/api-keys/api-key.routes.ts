import * as calls from '@postroom/contract/api-key'
import { ukDateOf } from '@postroom/domain/calendar'
import { keyStateOf } from '@postroom/domain/people/api-keys'
import type { FastifyRequest } from 'fastify'
import { act } from '../../../access/act.ts'
import type { SignedInUser } from '../../../access/signed-in-user.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { serve, type Api } from '../../../http/serve.ts'
import { provePassword } from '../prove-password.ts'
import { findKey, listKeys, type StoredKey } from './api-key.store.ts'
import { makeApiKey, renewApiKey, revokeApiKey } from './change-api-keys.ts'

/** The API keys of an organisation. A session may have been left open, so a new secret needs the password. @see decision 040 */
export function apiKeyRoutes(api: Api, context: Context): void {
  const { db } = context
  const now = () => context.now()
  const prove = ({ id, session_id }: SignedInUser, password: string, { ip }: FastifyRequest) =>
    provePassword(context, { id, session_id, password, address: ip })
  const keyNamed = async ({ organisation_id }: SignedInUser, id: string): Promise<calls.ApiKey> => {
    const key = await findKey(db, organisation_id, id)
    if (!key) throw new AppError('not_found')
    return present(key, now())
  }

  serve(api, calls.listApiKeys, async ({ query: { orderBy, orderAsc, start, length }, user }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const order = { orderBy, direction, today: ukDateOf(now()) } as const
    const { rows, total } = await listKeys(db, user.organisation_id, { ...order, start, length })
    return { data: rows.map((key) => present(key, now())), total, start, length }
  })

  serve(api, calls.makeApiKey, async ({ body, user, request }) => {
    await prove(user, body.current_password, request)
    const { id, secret } = await act(context, user, (tx, actor) => makeApiKey(tx, actor, body, now()))
    return { key: await keyNamed(user, id), secret }
  })

  serve(api, calls.renewApiKey, async ({ params: { keyId }, body, user, request }) => {
    await prove(user, body.current_password, request)
    const { secret } = await act(context, user, (tx, actor) => renewApiKey(tx, actor, keyId, body, now()))
    return { key: await keyNamed(user, keyId), secret }
  })

  serve(api, calls.revokeApiKey, async ({ params: { keyId }, user }) => {
    await act(context, user, (tx, actor) => revokeApiKey(tx, actor, keyId, now()))
    return keyNamed(user, keyId)
  })
}

function present(key: StoredKey, now: Date): calls.ApiKey {
  const { made_at, last_used_at, old_secret_until, revoked_at: _at, is_maker_disabled: _by, ...shown } = key
  return {
    ...shown,
    state: keyStateOf(key, ukDateOf(now)),
    made_at: made_at.toISOString(),
    ...(last_used_at && { last_used_at: last_used_at.toISOString() }),
    ...(old_secret_until && old_secret_until > now && { old_secret_until: old_secret_until.toISOString() }),
  }
}
