import { href } from '../../apps/web/src/pages.ts'
import { at, type State } from './screen.ts'

export const PRINTERS: readonly [State, ...State[]] = [
  {
    name: 'printers',
    open: async (page, postroom) => {
      await at(href('printers'))(page, postroom)
      await page.locator('button[name], select').first().waitFor({ state: 'attached' })
    },
    next: [
      {
        name: 'printers-unpair',
        open: async (page) => {
          await page.getByRole('button', { name: /^(Unpair|Dissocier)$/ }).click()
          await page.getByRole('alertdialog').waitFor()
        },
      },
      {
        name: 'printers-enrolment',
        open: async (page) => {
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: /^(Make a code|Créer un code)$/ }).click()
          await page.getByRole('dialog').waitFor()
        },
      },
    ],
  },
]
