import { withPasskeys } from '../support/passkey-origin.ts'
import { field } from '../support/send.ts'
import { alerted, at, type State } from './screen.ts'

/** The pages without a session. */
export const OUTSIDE: readonly State[] = [
  {
    name: 'login',
    open: at('/login'),
    next: [
      {
        name: 'login-refused',
        open: async (page) => {
          await field(page, 'username').fill('demo')
          await field(page, 'password').fill('not this one')
          await page.locator('button[type=submit]').click()
          await alerted(page)
        },
      },
    ],
  },
  {
    name: 'login-sign-on',
    inSweep: true,
    open: async (page, postroom) => {
      const json = { organisation: 'Llewellyn Bindery Ltd', passwords: true }
      await page.route('**/auth/v1/sign-on?*', (route) => route.fulfill({ json }))
      await at('/login?organisation=llewellyn-bindery-ltd')(page, postroom)
      await page.locator('button:has(svg.lucide-log-in)').waitFor()
    },
  },
  {
    name: 'login-sign-on-refused',
    inSweep: true,
    open: async (page, postroom) => {
      await at('/login/sign-on?error=access_denied')(page, postroom)
      await alerted(page)
    },
  },
  {
    name: 'login-passkeys',
    inSweep: true,
    open: async (page, postroom) => {
      await withPasskeys(page, postroom)
      await page.route('**/auth/v1/passkey', (route) => route.fulfill({ json: { challenge: 'c2lnbiB0aGlz' } }))
      await at('/login')(page, postroom)
      await page.locator('button:has(svg.lucide-key-round)').waitFor()
    },
    next: [
      {
        name: 'login-passkeys-refused',
        inSweep: true,
        open: async (page) => {
          await page.locator('button:has(svg.lucide-key-round)').click()
          await alerted(page)
        },
      },
    ],
  },
  { name: 'login-ended', open: at('/login?reason=idle&returnUrl=%2Fapp%2Fshipping-single'), inSweep: true },
  { name: 'reset', open: at('/reset') },
  { name: 'reset-new-password', open: at('/reset#token=not-a-real-one') },
]
