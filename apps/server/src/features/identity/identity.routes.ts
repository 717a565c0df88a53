import { fieldError } from '@postroom/contract/field-errors'
import { getPermission, getUser, getUserData, listColleagues, logout, putUserData } from '@postroom/contract/identity'
import type { Context } from '../../context.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { clearXsrfCookie } from '../../http/xsrf-cookie.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { deleteSession } from '../auth/session.store.ts'
import { findUserData, putUserData as keepUserData } from './user-data.store.ts'
import { provisionedAmong } from '../auth/provisioning/provisioned.store.ts'
import { findColleague, getUser as getStoredUser, listColleagues as listStoredColleagues } from './user.store.ts'

/** At 64 KiB each, this limits what one user can store. */
const DATA_KEYS_MAX = 100

export function identityRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, getPermission, async ({ user }) => {
    const { permissions, roles } = await getStoredUser(db, user.id)
    return { permissions, roles, products: [], custom_data: {} }
  })

  serve(api, listColleagues, async ({ user }) => ({ data: await listStoredColleagues(db, user.organisation_id) }))

  serve(api, getUser, async ({ user, params }) => {
    const found = await findColleague(db, user.organisation_id, params.userId)
    if (!found) throw new AppError('not_found')
    const { id, username, fullname, email, plan } = found
    const provisioned = await provisionedAmong(db, user.organisation_id, [id])
    return {
      id,
      username,
      fullname,
      email,
      plan,
      organisation: { id: found.organisation_id, name: found.organisation_name },
      is_provisioned: provisioned.has(id),
    }
  })

  serve(api, putUserData, async ({ user, query: { key }, body }) => {
    const value = JSON.stringify(body)
    const kept = await act(context, user, (tx, { id: user_id }) =>
      keepUserData(tx, { user_id, key, value }, DATA_KEYS_MAX),
    )
    if (!kept) throw new AppError('invalid_request', { fields: [fieldError('key', 'too_big')] })
    return { key }
  })

  serve(api, getUserData, async ({ user, query: { key } }) => {
    const value = await findUserData(db, user.id, key)
    return value === undefined ? { key } : { key, value: JSON.parse(value) as unknown }
  })

  // Not all cookies are cleared: the browser stays known as one that this user signed in with.
  // A GET that changes something (spec §7): safe, because only an Authorization header signs in and other sites are refused.
  serve(api, logout, async ({ user, reply }) => {
    await deleteSession(db, user.session_id)
    await recordAudit(db, { organisation_id: user.organisation_id, user_id: user.id, event: 'signed_out' })
    clearXsrfCookie(reply, context.settings)
    return answer<typeof logout>(200, { signed_out: true }, { 'clear-site-data': '"cache"' })
  })
}
