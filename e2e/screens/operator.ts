import { href } from '../../apps/web/src/pages.ts'
import { newSession, useSession } from '../support/fixtures.ts'
import { makeOperator } from '../support/sandbox.ts'
import { at, type State } from './screen.ts'

export const OPERATOR: readonly [State, ...State[]] = [
  {
    name: 'operator',
    open: async (page, postroom) => {
      await makeOperator(postroom, 'dev')
      await useSession(page, postroom, await newSession(postroom, 'dev'))
      await at(href('operator'))(page, postroom)
      await page.getByRole('rowheader').first().waitFor()
    },
    next: [
      {
        name: 'operator-book',
        inSweep: true,
        open: async (page) => {
          await page
            .getByRole('button', { name: /^(Book money|Créditer)/ })
            .first()
            .click()
          await page.getByRole('dialog').waitFor()
        },
      },
    ],
  },
]
