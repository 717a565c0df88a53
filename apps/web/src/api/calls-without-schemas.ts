import type { issueToken, WEB_CLIENT_ID } from '@postroom/contract/auth'
import type { logout } from '@postroom/contract/identity'
import type { countPageView } from '@postroom/contract/page-view'
import type { beginPasskeySignIn, signInWithPasskey } from '@postroom/contract/passkey'
import type { beginSignOn, findSignOn } from '@postroom/contract/sign-on'
import type { Sendable } from './send.ts'

// The calls of the sign-in page, which loads no schemas. Only their types come from the contract: the compiler compares
// each value with the endpoint there.

export const CLIENT_ID: typeof WEB_CLIENT_ID = 'postroom-web'

export const ISSUE_TOKEN: Sendable<typeof issueToken> = {
  id: 'issueToken',
  method: 'POST',
  path: '/auth/v1/token',
  auth: 'public',
  bodyType: 'form',
}

export const LOGOUT: Sendable<typeof logout> = {
  id: 'logout',
  method: 'GET',
  path: '/identity/v1/user/logout',
  auth: 'session',
}

export const COUNT_PAGE_VIEW: Sendable<typeof countPageView> = {
  id: 'countPageView',
  method: 'POST',
  path: '/stamp/v1/page-view',
  auth: 'public',
}

export const FIND_SIGN_ON: Sendable<typeof findSignOn> = {
  id: 'findSignOn',
  method: 'GET',
  path: '/auth/v1/sign-on',
  auth: 'public',
}

export const BEGIN_SIGN_ON: Sendable<typeof beginSignOn> = {
  id: 'beginSignOn',
  method: 'POST',
  path: '/auth/v1/sign-on',
  auth: 'public',
}

export const BEGIN_PASSKEY_SIGN_IN: Sendable<typeof beginPasskeySignIn> = {
  id: 'beginPasskeySignIn',
  method: 'POST',
  path: '/auth/v1/passkey',
  auth: 'public',
}

export const SIGN_IN_WITH_PASSKEY: Sendable<typeof signInWithPasskey> = {
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/auth/v1/token/passkey',
  auth: 'public',
}
