import { href } from '../../apps/web/src/pages.ts'
import { apiOf } from '../support/api.ts'
import { at, type State } from './screen.ts'

export const REFERENCES: readonly [State, ...State[]] = [
  {
    name: 'references',
    open: async (page, postroom) => {
      await at(href('references'))(page, postroom)
      await page.getByRole('button', { name: /^(Add a field|Ajouter un champ)$/ }).click()
      await page.locator('input#label').waitFor()
    },
  },
  {
    name: 'references-cost-center',
    inSweep: true,
    open: async (page, postroom) => {
      const save = await apiOf(postroom)
      for (const [code, amount] of [
        ['SUB', 400_00],
        ['BIN', 0],
      ] as const)
        await save('/costcenter', { code, name: code, budget: { amount, period: 'month', on_exceed: 'warn' } })
      await at(href('references'))(page, postroom)
      await page.getByRole('row').filter({ hasText: 'SUB' }).click()
      await page.locator('input#amount').waitFor()
    },
  },
  {
    name: 'references-error',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route('**/stamp/v1/referencefield', (route) => route.abort())
      await at(href('references'))(page, postroom)
      await page.getByRole('button', { name: /^(Try again|Réessayer)$/ }).waitFor()
    },
  },
]
