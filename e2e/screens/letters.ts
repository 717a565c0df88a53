import { expect } from '@playwright/test'
import { href } from '../../apps/web/src/pages.ts'
import { buy } from '../support/buy.ts'
import { LETTER } from '../support/drafts.ts'
import { field, priced } from '../support/send.ts'
import { at, type State } from './screen.ts'

export const LETTERS: readonly [State, ...State[]] = [
  {
    name: 'letters',
    open: at(href('letters')),
    next: [
      {
        name: 'letters-priced',
        open: async (page) => {
          await field(page, 'weight').fill('90g')
          await field(page, 'labels').fill('6')
          await page.locator('[data-place="13"]').press('u')
          await priced(page)
        },
      },
      {
        name: 'letters-roll',
        open: async (page) => {
          await page.locator('button#label_name').click()
          await page.getByRole('option', { name: /DK-22205/ }).click()
          await field(page, 'quantity').waitFor()
        },
      },
    ],
  },
  {
    name: 'letters-bought',
    inSweep: true,
    open: async (page, postroom) => {
      await buy(postroom, LETTER) // gives the sender
      await at(href('letters'))(page, postroom)
      await field(page, 'weight').fill('90g')
      await priced(page)
      // pressed before the used places of the sheet are known, the key does nothing
      await expect(async () => {
        await page.keyboard.press('Control+Enter')
        await page.getByRole('heading', { name: /^(Printed|Imprimé)/ }).waitFor({ timeout: 10_000 })
      }).toPass()
    },
  },
]
