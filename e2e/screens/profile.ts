import type { Page } from '@playwright/test'
import { href } from '../../apps/web/src/pages.ts'
import { PASSWORD } from '../support/fixtures.ts'
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
]
