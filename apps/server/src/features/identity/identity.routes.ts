import { getPermission, getUser, logout } from '@postroom/contract/identity'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { clearXsrfCookie } from '../../http/xsrf-cookie.ts'
import { deleteSession } from '../auth/session.store.ts'
import { findColleague, getUser as getStoredUser } from './user.store.ts'

export function identityRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, getPermission, async ({ user }) => {
    const { permissions, roles } = await getStoredUser(db, user.id)
    return { permissions, roles, products: [], custom_data: {} }
  })

  serve(api, getUser, async ({ user, params }) => {
    const found = await findColleague(db, user.organisation_id, params.userId)
    if (!found) throw new AppError('not_found')
    const { id, username, fullname, email, plan } = found
    return {
      id,
      username,
      fullname,
      email,
      plan,
      organisation: { id: found.organisation_id, name: found.organisation_name },
    }
  })

  // A GET that changes something (spec §7): safe, because only an Authorization header signs in and other sites are refused.
  serve(api, logout, async ({ user, reply }) => {
    await deleteSession(db, user.session_id)
    clearXsrfCookie(reply, context.settings)
    return answer<typeof logout>(200, { signed_out: true }, { 'clear-site-data': '"cookies"' })
  })
}
