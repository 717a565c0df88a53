import { href } from '../../apps/web/src/pages.ts'
import { at, type State } from './screen.ts'

export const ADMINISTRATION: readonly [State, ...State[]] = [
  {
    name: 'administration',
    open: async (page, postroom) => {
      await at(href('administration'))(page, postroom)
      await page.getByText('Tomos Wynne').waitFor()
    },
    next: [
      {
        name: 'administration-user',
        inSweep: true,
        open: async (page) => {
          await page.getByText('Tomos Wynne').click()
          await page.locator('aside button#member-role').waitFor()
        },
      },
    ],
  },
  {
    name: 'administration-account',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('administration', { view: 'account' }))(page, postroom)
      await page.getByRole('rowheader').first().waitFor()
    },
  },
]
