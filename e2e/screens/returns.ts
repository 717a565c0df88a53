import { href } from '../../apps/web/src/pages.ts'
import { apiOf } from '../support/api.ts'
import { buy } from '../support/buy.ts'
import { LETTER } from '../support/drafts.ts'
import { at, type State } from './screen.ts'

export const RETURNS: readonly [State, ...State[]] = [
  {
    name: 'returns',
    open: async (page, postroom) => {
      await at(href('returns'))(page, postroom)
      await page.locator('output').filter({ hasText: /\w/ }).first().waitFor()
    },
    next: [
      {
        name: 'returns-found',
        inSweep: true,
        open: async (page, postroom) => {
          const { meta_data } = await buy(postroom, LETTER)
          await page.locator('#returned').fill(meta_data.tracking)
          await page.locator('form').getByRole('radiogroup').waitFor()
        },
      },
    ],
  },
  {
    name: 'returns-listed',
    open: async (page, postroom) => {
      const ask = await apiOf(postroom)
      for (const reason of ['refused', 'refused', 'damaged']) {
        const { id: shipment_id } = await buy(postroom, LETTER)
        await ask('/return', { shipment_id, reason, action: 'keep' })
      }
      await at(href('returns', { reason: 'refused' }))(page, postroom)
      await page.getByRole('main').getByRole('button', { name: /CSV/ }).and(page.locator(':enabled')).waitFor()
    },
  },
]
