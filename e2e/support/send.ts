import type { Shipment } from '@postroom/contract/shipment'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Postroom } from './postroom.ts'

const RECIPIENT = {
  name: 'Marguerite Llewellyn',
  address1: '14 Heol y Gogledd',
  city: 'Aberystwyth',
  postal_code: 'sy232ht',
}
const SENDER = { name: 'Angharad Kendall', address1: '3 Stryd y Bont', city: 'Machynlleth', postal_code: 'SY20 8AE' }

/** A field by its name in the form, which is the same in every language. */
export const field = (page: Page, name: string): Locator => page.locator(`input[name="${name}"]`)

async function fillAddress(page: Page, side: 'to' | 'from', lines: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(lines)) await field(page, `${side}.${name}`).fill(text)
}

/** Opens the sending screen and fills in a large letter of 130 g, second class: £1.90 in the published list. */
export async function fillLargeLetter(page: Page, postroom: Postroom): Promise<void> {
  await page.goto(`${postroom.url}/app/shipping-single?packaging=large_letter`)
  await fillAddress(page, 'to', RECIPIENT)
  // the sender of the last shipment is already there, folded up
  if (await field(page, 'from.postal_code').isVisible()) await fillAddress(page, 'from', SENDER)
  await field(page, 'weight').fill('130g')
  await page.locator('input[name="service"][value="2"]').check({ force: true })
  await expect(page.getByRole('complementary')).toContainText(/1[.,]90/)
}

/** Presses the button and returns the shipment the server answered with. */
export async function buyAndPrint(page: Page): Promise<Shipment> {
  const answer = page.waitForResponse((response) => isPurchase(response.url()) && response.status() === 200)
  await page.getByRole('button', { name: 'Buy and print' }).click()
  return (await (await answer).json()) as Shipment
}

export const isPurchase = (url: string): boolean => url.includes('/shipment/process?')

/** What the top bar says can be spent. */
export const balance = (page: Page): Locator =>
  page.getByRole('banner').getByRole('paragraph').filter({ hasText: 'Balance' })
