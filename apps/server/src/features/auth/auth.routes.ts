import { issueToken, refreshToken, WEB_CLIENT_ID } from '@postroom/contract/auth'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'
import { serve, type Api } from '../../http/serve.ts'
import { setXsrfCookie } from '../../http/xsrf-cookie.ts'
import { renewSession } from './renew-session.ts'
import { signIn } from './sign-in.ts'

export function authRoutes(api: Api, context: Context): void {
  serve(api, issueToken, async ({ body, request, reply }) => {
    refuseOtherClients(body, 'password')
    const { authUser, xsrfToken } = await signIn(context, { ...body, address: request.ip })
    setXsrfCookie(reply, context.settings, xsrfToken)
    return authUser
  })

  serve(api, refreshToken, async ({ body, reply }) => {
    refuseOtherClients(body, 'token')
    const { authUser, xsrfToken } = await renewSession(context, body.refresh_token)
    setXsrfCookie(reply, context.settings, xsrfToken)
    return authUser
  })
}

function refuseOtherClients(body: { client_id: string; grant_type: string }, grantType: 'password' | 'token'): void {
  if (body.grant_type !== grantType) throw new AppError('unsupported_grant_type')
  if (body.client_id !== WEB_CLIENT_ID) throw new AppError('invalid_client')
}
