import { href } from '../../apps/web/src/pages.ts'
import { at, type State } from './screen.ts'

export const PREFERENCES: readonly [State, ...State[]] = [
  {
    name: 'preferences',
    open: async (page, postroom) => {
      await at(href('preferences'))(page, postroom)
      await page.locator('button#letters_stock').click()
      await page.getByRole('option', { name: /^L7163/ }).click()
      await page.locator('button#first_row').waitFor()
    },
  },
]
