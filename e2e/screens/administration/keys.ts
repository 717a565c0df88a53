import { href } from '../../../apps/web/src/pages.ts'
import { at, type State } from '../screen.ts'

const KEYS = '**/identity/v1/organisation/apikey?*'
const KEY_SECRET = 'prk_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9nO2qR8c0ab1f3'
const API_KEY = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c21',
  name: 'Web shop',
  starts_with: 'prk_aB3dE6',
  scopes: ['rates', 'buy', 'documents', 'tracking'],
  accounts: null,
  calls_per_minute: 60,
  pence_per_day: 20_000,
  last_day: '2027-05-20',
  state: 'active',
  made_by: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c22',
  made_at: '2026-11-20T09:00:00Z',
  last_used_at: '2026-11-27T09:15:00Z',
  old_secret_until: '2026-11-28T09:15:00Z',
}
const { last_used_at: _used, old_secret_until: _until, ...UNUSED_KEY } = API_KEY
const API_KEYS = [
  API_KEY,
  {
    ...UNUSED_KEY,
    id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c23',
    name: 'Warehouse',
    starts_with: 'prk_Zx81Qw',
    scopes: ['shipments', 'tracking'],
    pence_per_day: null,
    last_day: '2026-11-20',
    state: 'expired',
  },
  {
    ...UNUSED_KEY,
    id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c24',
    name: 'Trial',
    starts_with: 'prk_m4Kd0p',
    state: 'revoked',
  },
  {
    ...UNUSED_KEY,
    id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c25',
    name: 'Okta',
    starts_with: 'prk_Yd02Vs',
    scopes: ['provisioning'],
    pence_per_day: null,
  },
]

export const KEY_STATES: readonly State[] = [
  {
    name: 'administration-keys',
    open: async (page, postroom) => {
      await page.route(KEYS, (route) =>
        route.fulfill({ json: { data: API_KEYS, total: API_KEYS.length, start: 0, length: 100 } }),
      )
      await at(href('administration', { view: 'keys' }))(page, postroom)
      await page.getByText('prk_aB3dE6').waitFor()
    },
  },
  {
    name: 'administration-keys-make',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('administration', { view: 'keys' }))(page, postroom)
      await page.getByRole('button', { name: /^(Make a key|Créer une clé)$/ }).click()
      await page.locator('input#current_password').waitFor()
    },
  },
  {
    name: 'administration-keys-secret',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route(KEYS, (route) =>
        route.fulfill({ json: { data: API_KEYS, total: API_KEYS.length, start: 0, length: 100 } }),
      )
      await page.route('**/apikey/*/secret', (route) =>
        route.fulfill({ json: { key: API_KEYS[0], secret: KEY_SECRET } }),
      )
      await at(href('administration', { view: 'keys' }))(page, postroom)
      await page
        .getByRole('button', { name: /^(New secret|Nouveau secret), /u })
        .first()
        .click()
      await page.locator('input#current_password').fill('demo-postroom')
      await page.getByRole('button', { name: /^(New secret|Nouveau secret)$/ }).click()
      await page.getByText(KEY_SECRET).waitFor()
    },
  },
]
