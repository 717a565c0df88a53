import { href } from '../../apps/web/src/pages.ts'
import { at, type State } from './screen.ts'

export const HELP: readonly [State, ...State[]] = [
  {
    name: 'help',
    open: async (page, postroom) => {
      await at(href('help', { topic: 'take_back' }))(page, postroom)
      await page.getByRole('article').waitFor()
    },
  },
  {
    name: 'help-beside',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('printers'))(page, postroom)
      await page.keyboard.press('F1')
      await page.getByRole('complementary').getByRole('article').waitFor()
    },
  },
]
