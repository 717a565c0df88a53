import type { Shipment } from '@postroom/contract/shipment'
import { expect, type Locator, type Page } from '@playwright/test'
import { check } from './check.ts'
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

/** Opens the fields of a new addressee; again if a notice that arrived from the server moved the button away from the press. */
export async function writeAddress(page: Page): Promise<void> {
  const write = page.getByRole('button', { name: /^(Write a new address|Saisir une nouvelle adresse)$/ })
  const fields = field(page, 'to.address1')
  await expect(async () => {
    if (!(await fields.isVisible())) await write.click({ timeout: 10_000 })
    await expect(fields).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
}

async function fillAddress(page: Page, side: 'to' | 'from', lines: Record<string, string>): Promise<void> {
  if (side === 'to') await writeAddress(page)
  for (const [name, text] of Object.entries(lines)) await field(page, `${side}.${name}`).fill(text)
}

const LARGE_LETTER = '/app/shipping-single?packaging=large_letter'

/** Opens the sending screen and fills in a large letter of 130 g, second class: £1.90 in the published list. */
export async function fillLargeLetter(page: Page, postroom: Postroom, path = LARGE_LETTER): Promise<void> {
  await page.goto(`${postroom.url}${path}`)
  await fillAddress(page, 'to', RECIPIENT)
  // the sender of the last shipment is filled in and collapsed
  if (await field(page, 'from.postal_code').isVisible()) await fillAddress(page, 'from', SENDER)
  await field(page, 'weight').fill('130g')
  await check(serviceRow(page, '2'))
  await expect(page.getByRole('complementary')).toContainText(/1[.,]90/)
}

/** Answers the first questions of the wizard, at the first: to whom, what, how heavy. Without an item: a letter of 90 g. */
export async function beginWizard(page: Page, item?: { to: Record<string, string>; weight: string }): Promise<void> {
  const proceed = page.locator('#continue')
  await fillAddress(page, 'to', item?.to ?? RECIPIENT)
  await proceed.click()
  // each question has the same button: a press before the next one is there is lost
  await page.locator('input[name="packaging"]').first().waitFor({ state: 'attached' })
  // an earlier draft of the user may have filled in another one
  await check(page.locator(`input[name="packaging"][value="${item ? 'parcel' : 'letter'}"]`))
  await proceed.click()
  await field(page, 'weight').fill(item?.weight ?? '90g')
  await proceed.click()
}

/** Answers the last question of the wizard, after the service. */
export async function finishWizard(page: Page): Promise<void> {
  const proceed = page.locator('#continue')
  await proceed.click()
  if ((await field(page, 'from.postal_code').inputValue()) === '') await fillAddress(page, 'from', SENDER)
  await proceed.click()
  await page.getByRole('heading', { name: /^(Check and buy|Vérifier et acheter)$/ }).waitFor()
}

/**
 * The services within the UK that are posted today: 1st, 2nd, Signed For, Special Delivery, Tracked, and postage of the user's
 * own value; on Fridays the Saturday guarantee too.
 */
export function servicesToday(): number {
  const weekday = new Date().toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'Europe/London' })
  return weekday === 'Fri' ? 11 : 10
}

/** A service in the list, by its code. */
export const serviceRow = (page: Page, code: string): Locator => page.locator(`input[name="service"][value="${code}"]`)

/** Waits until the prices match the form: nothing can be bought before. */
export const priced = (page: Page): Promise<void> =>
  expect(page.getByRole('complementary').locator('[aria-busy=false]')).toBeVisible({ timeout: 20_000 })

/** Presses the button. @returns the shipment that the server returned */
export async function buyAndPrint(page: Page): Promise<Shipment> {
  await priced(page)
  const answer = page.waitForResponse((response) => isPurchase(response.url()) && response.status() === 200)
  await page.getByRole('button', { name: 'Buy and print' }).click()
  return (await (await answer).json()) as Shipment
}

export const isPurchase = (url: string): boolean => url.includes('/shipment/process?')

/** The balance in the top bar. */
export const balance = (page: Page): Locator =>
  page.getByRole('banner').getByRole('paragraph').filter({ hasText: 'Balance' })

/** Chooses a country by typing its name in the language of the page. */
export async function chooseCountry(page: Page, fieldName: string, country: string): Promise<void> {
  const input = page.locator(`[id="${fieldName}"]`)
  // scrolling closes the list, so scroll before it opens
  await input.scrollIntoViewIfNeeded()
  // arriving prices may move the page, which closes the list too
  await expect(async () => {
    await input.fill(country)
    await expect(page.getByRole('option', { name: country, exact: true })).toBeVisible({ timeout: 2_000 })
    await input.press('Tab')
    await expect(input).toHaveValue(country, { timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
}

/** An item of a customs declaration by the names of its fields; `origin_country` is the name of the country. */
export type DeclaredItem = Record<string, string>

/** Fills in one customs item. */
export async function declareItem(
  page: Page,
  index: number,
  { origin_country, ...texts }: DeclaredItem,
): Promise<void> {
  const name = (part: string) => `customs.contents_items.${index}.${part}`
  // the HS code is a box with a list, which has an id
  for (const [part, text] of Object.entries(texts)) await page.locator(`[id="${name(part)}"]`).fill(text)
  if (origin_country !== undefined) await chooseCountry(page, name('origin_country'), origin_country)
}

/** Opens the sending screen and fills in a parcel abroad, except for its customs items. */
export async function fillParcelAbroad(
  page: Page,
  postroom: Postroom,
  parcel: { country: string; to: Record<string, string>; weight: string },
): Promise<void> {
  await page.goto(`${postroom.url}/app/shipping-single?packaging=small_parcel`)
  await chooseCountry(page, 'to.country', parcel.country)
  await fillAddress(page, 'to', parcel.to)
  if (await field(page, 'from.postal_code').isVisible()) await fillAddress(page, 'from', SENDER)
  await field(page, 'weight').fill(parcel.weight)
}

/** A parcel of 1.2 kg to France with a book in it: £25, a gift. */
export const GIFT = {
  parcel: {
    country: 'France',
    to: { name: 'Élodie Lefèvre', address1: '18 rue de la Roquette', city: 'Paris', postal_code: '75011' },
    weight: '1.2kg',
  },
  item: { description: 'Hardback book', quantity: '1', weight: '900g', value: '25.00', hs_code: '490199' },
} as const
