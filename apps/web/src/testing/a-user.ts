import type { AuthUser } from '@postroom/contract/auth'

/** A signed-in user of the full plan, as the server answers a sign-in. */
export const USER: AuthUser = {
  id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  username: 'demo',
  token: 'a-token',
  fullname: 'Demo User',
  email: 'demo@post.example',
  expires_in: 7200,
  refresh_token: 'a-refresh-token',
  expires_at: '2026-11-22T11:00:00.000Z',
  plan: 'full',
}
