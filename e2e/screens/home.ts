import { href } from '../../apps/web/src/pages.ts'
import { buy } from '../support/buy.ts'
import { LETTER } from '../support/drafts.ts'
import { at, type State } from './screen.ts'

export const HOME: readonly [State, ...State[]] = [
  {
    name: 'home',
    open: at(href('home')),
    next: [
      {
        name: 'home-search',
        open: async (page) => {
          await page.keyboard.press('Control+k')
          await page.getByRole('searchbox').fill('a')
          await page.getByRole('option').first().waitFor()
        },
      },
      {
        name: 'home-search-no-hits',
        inSweep: true,
        open: async (page) => {
          await page.getByRole('searchbox').fill('zzqx')
          await page.getByRole('dialog').locator('[role=listbox] p').waitFor()
        },
      },
    ],
  },
  {
    name: 'home-with-shipments',
    open: async (page, postroom) => {
      await buy(postroom, LETTER)
      await at(href('home'))(page, postroom)
      await page.locator('li, tr').filter({ hasText: 'Marguerite' }).first().waitFor()
    },
    next: [
      {
        name: 'home-void',
        inSweep: true,
        open: async (page) => {
          await page
            .getByRole('button', { name: /^Documents (for|pour)/ })
            .first()
            .click()
          await page.getByRole('menuitem').last().click()
          await page.getByRole('alertdialog').waitFor()
        },
      },
    ],
  },
  {
    name: 'home-not-reachable',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route('**/shipment/search*', (route) => route.abort())
      await at(href('home'))(page, postroom)
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Try again|Réessayer)$/ })
        .waitFor()
    },
  },
]
