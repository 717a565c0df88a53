import { href } from '../../../apps/web/src/pages.ts'
import { at, type State } from '../screen.ts'

const SIGN_ON = {
  settings: {
    issuer: 'https://login.llewellyn-bindery.example/realms/bindery',
    client_id: 'postroom',
    plan: 'full',
    role: 'sender',
    groups_claim: 'groups',
    group_roles: [{ group: 'Post room', role: 'mailroom' }],
    passwords: true,
  },
  domains: [
    { domain: 'llewellyn-bindery.co.uk', is_confirmed: false },
    { domain: 'llewellyn-bindery.example', is_confirmed: true },
  ],
  redirect_uri: 'https://post.example/login/sign-on',
  logout_uri: 'https://post.example/api/auth/v1/sign-on/llewellyn-bindery-ltd/logout',
  sign_in_link: 'https://post.example/login?organisation=llewellyn-bindery-ltd',
  provisioning: {
    base_uri: 'https://post.example/api/scim/v2',
    has_key: true,
    last_called_at: '2026-11-27T09:15:00Z',
  },
}
const KEY_ENDED = { ...SIGN_ON, provisioning: { ...SIGN_ON.provisioning, has_key: false } }

export const SIGN_ON_STATES: readonly State[] = [
  {
    name: 'administration-sign-on-none',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('administration', { view: 'sign_on' }))(page, postroom)
      await page.locator('button:has(svg.lucide-key-round)').waitFor()
    },
  },
  {
    name: 'administration-sign-on',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route('**/organisation/sign-on', (route) => route.fulfill({ json: SIGN_ON }))
      await page.route('**/organisation/sign-on/test', (route) =>
        route.fulfill({ json: { result: 'ready', reports_logout: false } }),
      )
      await at(href('administration', { view: 'sign_on' }))(page, postroom)
      await page.locator('form button:has(svg.lucide-plug-zap)').click()
      await page.locator('form [role=status]').waitFor()
    },
  },
  {
    name: 'administration-sign-on-key-ended',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route('**/organisation/sign-on', (route) => route.fulfill({ json: KEY_ENDED }))
      await at(href('administration', { view: 'sign_on' }))(page, postroom)
      await page.getByText(KEY_ENDED.provisioning.base_uri).waitFor()
    },
  },
]
