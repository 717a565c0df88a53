import {
  endOtherSessions,
  endSession,
  issueToken,
  listSessions,
  refreshToken,
  WEB_CLIENT_ID,
} from '@postroom/contract/auth'
import type { Context } from '../../context.ts'
import { actOnUsers } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { serve, type Api } from '../../http/serve.ts'
import { setXsrfCookie } from '../../http/xsrf-cookie.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { knownDevice, rememberDevice } from '../../http/known-device.ts'
import { placeOf } from '../../http/place-of.ts'
import { renewSession } from './renew-session.ts'
import { deleteSessionOf, deleteSessions, listSessions as listStoredSessions } from './session.store.ts'
import { signIn } from './sign-in.ts'

/** Sign-in, renewal, and the list of a user's sessions. @see spec §7 'Auth' */
export function authRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, issueToken, async ({ body, request, reply }) => {
    refuseOtherClients(body, 'password')
    const from = { place: placeOf(request), knownAs: (userId: string) => knownDevice(context, request, userId) }
    const { authUser, xsrfToken } = await signIn(context, body, from, request.log)
    setXsrfCookie(reply, context.settings, xsrfToken)
    rememberDevice(context, request, reply, authUser.id)
    return authUser
  })

  serve(api, refreshToken, async ({ body, reply }) => {
    refuseOtherClients(body, 'token')
    const { authUser, xsrfToken } = await renewSession(context, body.refresh_token)
    setXsrfCookie(reply, context.settings, xsrfToken)
    return authUser
  })

  serve(api, listSessions, async ({ query: { orderBy, orderAsc, start, length }, user }) => {
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const query = { orderBy, direction, start, length, now: context.now() } as const
    const { rows, total } = await listStoredSessions(db, user.id, query)
    const data = rows.map(({ id, user_agent, address, started_at, renewed_at, ends_at }) => ({
      id,
      user_agent,
      address,
      started_at: started_at.toISOString(),
      renewed_at: renewed_at.toISOString(),
      ends_at: ends_at.toISOString(),
      current: id === user.session_id,
    }))
    return { data, total, start, length }
  })

  serve(api, endSession, async ({ params, user }) => {
    await actOnUsers(context, user, async (tx, { organisation_id, id: user_id }) => {
      if (!(await deleteSessionOf(tx, user_id, params.sessionId))) throw new AppError('not_found')
      await recordAudit(tx, { organisation_id, user_id, event: 'session_ended', subject: params.sessionId })
    })
    return { signed_out: true as const }
  })

  serve(api, endOtherSessions, async ({ user }) => {
    await actOnUsers(context, user, async (tx, { organisation_id, id: user_id }) => {
      const ended = await deleteSessions(tx, user_id, user.session_id)
      if (ended.length === 0) return
      await recordAudit(
        tx,
        ...ended.map((subject) => ({ organisation_id, user_id, event: 'session_ended', subject }) as const),
      )
    })
    return { signed_out: true as const }
  })
}

function refuseOtherClients(body: { client_id: string; grant_type: string }, grantType: 'password' | 'token'): void {
  if (body.grant_type !== grantType) throw new AppError('unsupported_grant_type')
  if (body.client_id !== WEB_CLIENT_ID) throw new AppError('invalid_client')
}
