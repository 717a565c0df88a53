import type { Page } from '@playwright/test'
import { href } from '../../apps/web/src/pages.ts'
import { check } from '../support/check.ts'
import { beginWizard, chooseCountry, finishWizard, GIFT, serviceRow } from '../support/send.ts'
import { alerted, at, type State } from './screen.ts'

const proceed = (page: Page) => page.locator('#continue').click()

/** Goes back to a question that only the check leads to, by its place among the answers. */
const change = (row: number, name: string) => async (page: Page) => {
  await page.locator('main dl').first().getByRole('button').nth(row).click()
  await page.locator(`[name="${name}"]`).first().waitFor({ state: 'attached' })
}

export const WIZARD: readonly [State, ...State[]] = [
  {
    name: 'wizard-question',
    open: at(href('wizard')),
    next: [
      {
        name: 'wizard-question-error',
        inSweep: true,
        open: async (page) => {
          await page.waitForLoadState('networkidle') // what loads begins the form anew
          await proceed(page)
          await alerted(page)
        },
      },
    ],
  },
  {
    name: 'wizard-contents',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('wizard'))(page, postroom)
      await chooseCountry(page, 'to.country', GIFT.parcel.country)
      await beginWizard(page, GIFT.parcel)
      await page.locator('[id="customs.contents_items.0.description"]').waitFor()
    },
  },
  {
    name: 'wizard-speed',
    open: async (page, postroom) => {
      await at(href('wizard'))(page, postroom)
      await beginWizard(page)
      await check(serviceRow(page, '1SF'))
    },
    next: [
      { name: 'wizard-check', open: finishWizard },
      { name: 'wizard-posting', inSweep: true, open: change(4, 'shipping_date') },
      {
        name: 'wizard-reference',
        inSweep: true,
        open: async (page) => {
          await proceed(page)
          await change(6, 'reference')(page)
        },
      },
    ],
  },
]
