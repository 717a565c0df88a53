import { href } from '../../apps/web/src/pages.ts'
import { apiOf } from '../support/api.ts'
import { at, type State } from './screen.ts'

export const NOTICES: readonly [State, ...State[]] = [
  {
    name: 'notices',
    open: async (page, postroom) => {
      // colleagues ask for a top-up
      const ask = await apiOf(postroom, 'dev')
      const { data } = await ask<{ data: { id: string }[] }>('/carrieraccount')
      await ask(`/carrieraccount/${data[0]!.id}/ask-top-up`, { missing: 2_91 })
      await at(href('notices'))(page, postroom)
      await page.getByText('Dev Prosser').first().waitFor()
    },
  },
  {
    name: 'notices-new',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('notices', { state: 'new' }))(page, postroom)
      await page.locator('#shown').waitFor()
    },
  },
]
