import { href } from '../../apps/web/src/pages.ts'
import { at, type State } from './screen.ts'

export const SEARCH: readonly [State, ...State[]] = [
  {
    name: 'search',
    open: at(href('search')),
    next: [
      {
        name: 'search-hits',
        open: async (page) => {
          await page.getByRole('main').getByRole('searchbox').fill('s')
          await page.getByRole('option', { name: /^(Second step|Seconde étape)/ }).waitFor()
        },
      },
    ],
  },
]
