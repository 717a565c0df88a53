import type { Page } from '@playwright/test'
import { href } from '../../apps/web/src/pages.ts'
import { buy } from '../support/buy.ts'
import { check } from '../support/check.ts'
import { LETTER } from '../support/drafts.ts'
import { refusingCarrier } from '../support/sandbox.ts'
import { field, serviceRow } from '../support/send.ts'
import { at, type State } from './screen.ts'

/** Rows of a mailing: one lacks its postcode, and letters by second class do not go to one. */
const MAILING = Buffer.from(
  [
    'Recipient,Street,Place,PC,Country',
    'Osric Fenn,27 Castle Street,Hereford,HR1 2LX,GB',
    'Marguerite Llewellyn,14 Heol y Gogledd,Aberystwyth,SY23 2HT,GB',
    'Élodie Corbin,12 rue des Tables Claudiennes,Lyon,69001,FR',
    'Perran Trewin,2 Quay Street,Truro,,GB',
  ].join('\n'),
)

const buyButton = (page: Page) => page.getByRole('complementary').getByRole('button').first()

export const MANY: readonly [State, ...State[]] = [
  {
    name: 'many',
    open: at(href('many')),
    next: [
      {
        name: 'many-file',
        open: async (page) => {
          await page
            .locator('input[type=file]')
            .setInputFiles({ name: 'winter.csv', mimeType: 'text/csv', buffer: MAILING })
          await page.locator('[data-problem]').first().waitFor()
        },
      },
      {
        name: 'many-what',
        inSweep: true,
        open: async (page) => {
          await page.getByRole('button', { name: /^(Go on with|Continuer avec)/ }).click()
          await field(page, 'weight').fill('90g')
        },
      },
    ],
  },
  {
    name: 'many-check',
    inSweep: true,
    open: async (page, postroom) => {
      await buy(postroom, LETTER) // gives the sender
      await at(href('many'))(page, postroom)
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'winter.csv', mimeType: 'text/csv', buffer: MAILING })
      await page.getByRole('button', { name: /^(Go on with|Continuer avec)/ }).click()
      await check(page.locator('input[name="packaging"][value="letter"]'))
      await field(page, 'weight').fill('90g')
      await check(serviceRow(page, '2'))
      await page.getByRole('button', { name: /^(Check|Vérifier)/ }).click()
      await buyButton(page).and(page.locator(':enabled')).waitFor({ timeout: 30_000 })
    },
    next: [
      {
        name: 'many-finished',
        inSweep: true,
        open: async (page, postroom) => {
          await refusingCarrier(postroom)
          await buyButton(page).click()
          await page.getByRole('button', { name: /CSV/ }).waitFor()
          // the refused row can be bought again
          await page.getByRole('complementary').getByRole('button').waitFor({ timeout: 60_000 })
        },
      },
    ],
  },
]
