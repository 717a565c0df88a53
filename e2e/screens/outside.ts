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
  { name: 'login-ended', open: at('/login?reason=idle&returnUrl=%2Fapp%2Fshipping-single'), inSweep: true },
  { name: 'reset', open: at('/reset') },
  { name: 'reset-new-password', open: at('/reset#token=not-a-real-one') },
]
