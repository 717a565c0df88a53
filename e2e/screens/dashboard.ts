import { href } from '../../apps/web/src/pages.ts'
import { buy } from '../support/buy.ts'
import { LETTER } from '../support/drafts.ts'
import { alerted, at, type State } from './screen.ts'

export const DASHBOARD: readonly [State, ...State[]] = [
  {
    name: 'dashboard',
    open: async (page, postroom) => {
      await buy(postroom, LETTER)
      await at(href('dashboard'))(page, postroom)
      await page.getByRole('figure', { name: /^(Spend by|Dépenses par)/ }).waitFor()
    },
    next: [
      {
        name: 'dashboard-table',
        inSweep: true,
        open: async (page) => {
          await page.getByText(/^(Table|Tableau)$/).click()
          await page
            .getByRole('region', { name: /^(Spend by|Dépenses par)/ })
            .first()
            .waitFor()
        },
      },
    ],
  },
  {
    name: 'dashboard-empty',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('dashboard', { from: '2020-01-01', to: '2020-01-31' }))(page, postroom)
      await page.getByText(/^(Nothing was bought|Aucun achat)/).waitFor()
    },
  },
  {
    name: 'dashboard-error',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route('**/stamp/v1/spending?*', (route) => route.abort())
      await at(href('dashboard'))(page, postroom)
      await alerted(page)
    },
  },
]
