import * as contract from '@postroom/contract/sign-on'
import type { Context, Settings } from '../../../context.ts'
import { placeOf } from '../../../http/place-of.ts'
import { serve, type Api } from '../../../http/serve.ts'
import { setXsrfCookie } from '../../../http/xsrf-cookie.ts'
import { beginSignOn } from './begin-sign-on.ts'
import { endSignedOn } from './end-signed-on.ts'
import { finishSignOn } from './finish-sign-on.ts'
import { findSignOnAt } from './sign-on.store.ts'

const COOKIE = 'postroom-sign-on'
const COOKIE_S = 10 * 60

/** Sign-on for people who are not signed in, and the reports of identity providers. @see decision 041 */
export function signOnRoutes(api: Api, context: Context): void {
  const { db, settings } = context

  serve(api, contract.findSignOn, async ({ query: { at } }) => {
    const found = await findSignOnAt(db, at)
    return { ...(found && { organisation: found.organisation }), passwords: found?.passwords ?? true }
  })

  serve(api, contract.beginSignOn, async ({ body, request, reply }) => {
    const { url, browser } = await beginSignOn(context, body, request.log)
    reply.setCookie(COOKIE, browser, { ...cookieOf(settings), maxAge: COOKIE_S })
    return { url }
  })

  serve(api, contract.finishSignOn, async ({ body, request, reply }) => {
    const from = { place: placeOf(request), browser: request.cookies[COOKIE] ?? '' }
    const { authUser, xsrfToken, return_url } = await finishSignOn(context, body, from, request.log)
    reply.clearCookie(COOKIE, cookieOf(settings))
    setXsrfCookie(reply, settings, xsrfToken)
    return { user: authUser, return_url }
  })

  serve(api, contract.endSignedOn, async ({ params: { handle }, body: { logout_token }, request }) => ({
    ended: await endSignedOn(context, handle, logout_token, request.log),
  }))
}

/** Sent to the calls of sign-on only, and never from another site. */
const cookieOf = ({ apiBase, publicUrl }: Settings) =>
  ({
    path: `${apiBase}/auth/v1/sign-on`,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  }) as const
