import type { Page } from '@playwright/test'
import { href } from '../../apps/web/src/pages.ts'
import { PASSWORD } from '../support/fixtures.ts'
import { withPasskeys } from '../support/passkey-origin.ts'
import { field } from '../support/send.ts'
import { at, type State } from './screen.ts'

const button = (page: Page, name: RegExp) => page.getByRole('button', { name })

export const PROFILE: readonly [State, ...State[]] = [
  {
    name: 'profile',
    open: async (page, postroom) => {
      await at(href('profile'))(page, postroom)
      await field(page, 'fullname').waitFor()
      await page
        .getByText(/\/ 2|127\.0\.0\.1/)
        .first()
        .waitFor()
    },
    next: [
      {
        name: 'profile-offer',
        open: async (page) => {
          await field(page, 'email').fill('angharad.k@teifibindery.example')
          await field(page, 'password').fill('kettle-harbour-91-moss')
          await button(page, /^(Set up|Configurer)$/).click()
          await field(page, 'two_factor_password').fill(PASSWORD)
          await button(page, /^(Continue|Continuer)$/).click()
          await page.locator('img[src^=data]').waitFor()
        },
      },
    ],
  },
  {
    name: 'profile-passkeys',
    inSweep: true,
    open: async (page, postroom) => {
      await withPasskeys(page, postroom)
      const passkeys = [
        { id: crypto.randomUUID(), name: 'Safari on iPhone', created_at: '2026-10-02T09:00:00.000Z', synced: true },
        { id: crypto.randomUUID(), name: 'Franking room', created_at: '2026-11-12T09:00:00.000Z', synced: false },
      ].map((passkey) => ({ ...passkey, last_used_at: '2026-11-19T09:00:00.000Z' }))
      await page.route('**/identity/v1/user/passkey', (route) => route.fulfill({ json: { passkeys } }))
      await at(href('profile'))(page, postroom)
      await page.getByText('Franking room').waitFor()
    },
    next: [
      {
        name: 'profile-passkeys-remove',
        inSweep: true,
        open: async (page) => {
          await button(page, /^(Remove|Supprimer).*Franking room$/).click()
          await page.getByRole('alertdialog').waitFor()
        },
      },
    ],
  },
]
