import type { Page } from '@playwright/test'
import { href } from '../../apps/web/src/pages.ts'
import { buy } from '../support/buy.ts'
import { LETTER } from '../support/drafts.ts'
import { declareItem, field, fillLargeLetter, fillParcelAbroad, GIFT, priced } from '../support/send.ts'
import { at, type State } from './screen.ts'

const invalid = (page: Page) => page.locator('[aria-invalid=true]').first().waitFor()
const result = (page: Page) => page.getByRole('region').filter({ has: page.locator('#result-title') })

/** A balance of 20p. */
async function withoutBalance(page: Page): Promise<void> {
  await page.route('**/carrieraccount/*/balance', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), balance: 20 } })
  })
}

export const SENDING: readonly [State, ...State[]] = [
  {
    name: 'shipping-empty',
    open: at(href('shipping')),
  },
  {
    name: 'shipping-priced',
    open: fillLargeLetter,
    next: [
      {
        name: 'shipping-errors',
        open: async (page) => {
          await field(page, 'to.postal_code').fill('NOT A CODE')
          await page.keyboard.press('Control+Enter')
          await invalid(page)
        },
      },
      {
        name: 'shipping-bought',
        open: async (page) => {
          await field(page, 'to.postal_code').fill('SY23 2HT')
          await priced(page)
          await page.keyboard.press('Control+Enter')
          await page.locator('aside img[src^="blob:"]').waitFor() // the real label, in place of the sketch
        },
      },
      {
        name: 'shipping-print-again',
        inSweep: true,
        open: async (page) => {
          await result(page)
            .getByRole('button', { name: /^(Print again|Réimprimer)$/ })
            .click({ timeout: 30_000 })
          await page.getByRole('menuitem').first().waitFor()
        },
      },
      {
        name: 'shipping-void',
        inSweep: true,
        open: async (page) => {
          await page.keyboard.press('Escape')
          await result(page)
            .getByRole('button', { name: /^(Void, until|Annuler, jusqu)/ })
            .click()
          await page.getByRole('alertdialog').waitFor()
        },
      },
    ],
  },
  {
    name: 'shipping-abroad',
    open: async (page, postroom) => {
      await fillParcelAbroad(page, postroom, GIFT.parcel)
      await declareItem(page, 0, GIFT.item)
      await priced(page)
    },
    next: [
      {
        name: 'shipping-abroad-errors',
        open: async (page) => {
          await page.locator('[id="customs.contents_items.0.description"]').fill('')
          await page.keyboard.press('Control+Enter')
          await invalid(page)
        },
      },
    ],
  },
  {
    name: 'shipping-refused',
    inSweep: true,
    open: async (page, postroom) => {
      await withoutBalance(page)
      await fillLargeLetter(page, postroom)
      await page
        .getByRole('complementary')
        .getByText(/1[.,]70/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'shipping-not-printed',
    inSweep: true,
    open: async (page, postroom) => {
      await buy(postroom, LETTER)
      await at(href('shipping'))(page, postroom)
      await page.getByRole('region', { name: /bought and not printed|imprimée/ }).waitFor()
    },
  },
]

export const DESK: readonly [State, ...State[]] = [
  {
    name: 'desk-shortcuts',
    open: async (page, postroom) => {
      await fillLargeLetter(page, postroom, href('desk', { packaging: 'large_letter' }))
      await page.getByRole('button', { name: /^DU|^[A-Z]{1,2}, / }).click()
      await page.getByRole('menuitem', { name: /^(Keyboard shortcuts|Raccourcis)/ }).click()
      await page.getByRole('dialog').waitFor()
    },
    next: [
      {
        name: 'desk-hand-over',
        open: async (page) => {
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: /^(Send to mailroom|Confier au courrier)$/ }).click()
          await page.getByRole('dialog').waitFor()
        },
      },
    ],
  },
]
