import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { code128In, decodedFrom } from './support/barcodes.ts'
import { check } from './support/check.ts'
import { expect, comeSignedIn, test } from './support/fixtures.ts'
import type { Postroom } from './support/postroom.ts'
import { buyAndPrint, declareItem, field, fillParcelAbroad, GIFT, serviceRow, writeAddress } from './support/send.ts'

const SALE = {
  country: 'United States',
  to: {
    name: 'Harriet Ashdown',
    address1: '2100 Alder Street',
    city: 'Portland',
    postal_code: '97205',
    state_province: 'OR',
  },
  weight: '1.8kg',
}
const LENS = {
  description: 'Camera lens, glass and metal',
  quantity: '2',
  weight: '700g',
  value: '200.00',
  hs_code: '900211',
  origin_country: 'Japan',
}

/** The file in which the virtual printer of a kind stores a document of a shipment. */
const printedBy = (postroom: Postroom, kind: string, paper: string, tracking: string): string[] =>
  fs
    .readdirSync(postroom.printed)
    .filter((name) => name.includes(`-${kind}-${paper}-`) && name.includes(tracking) && name.endsWith('.pdf'))
    .map((name) => path.join(postroom.printed, name))

const textOf = (pdf: string): string => execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' })
const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Service and price' })

test('a gift of 1.2 kg to France ends with a label and a CN22, each on its own printer', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await fillParcelAbroad(page, postroom, GIFT.parcel)
  await declareItem(page, 0, GIFT.item)
  await expect(page.getByText('A CN22 is printed with the label.').last()).toBeVisible()
  await expect(page.getByText('300 g left for the packaging')).toBeVisible()
  await check(serviceRow(page, 'IS'))
  await expect(summaryOf(page).getByText('International Standard', { exact: true }).first()).toBeVisible()

  const shipment = await buyAndPrint(page)
  expect(shipment.docs.map(({ type }) => type)).toEqual(['label', 'cn22', 'receipt'])
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('The customs form is printed.')).toBeVisible()

  const { tracking } = shipment.meta_data
  const [label, ...moreLabels] = printedBy(postroom, 'shipping', 'label', tracking)
  const [form, ...moreForms] = printedBy(postroom, 'form', 'cn22', tracking)
  expect([...moreLabels, ...moreForms]).toEqual([])
  expect(textOf(label!)).toContain('Élodie Lefèvre')
  expect(textOf(form!)).toMatch(/Hardback book/)
  expect(textOf(form!)).toMatch(/25\.00/)
  expect(code128In(form!)).toBe(tracking)
  expect(decodedFrom(label!).code128).toBe(tracking)

  // spec §4: the shipment resets to defaults, the sender stays
  await expect(page.locator('[id="to.country"]')).toHaveValue('United Kingdom')
  await expect(page.getByRole('radio', { name: /Small parcel/ })).toBeChecked()
  await expect(field(page, 'weight')).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Customs' })).toHaveCount(0)
  await expect(page.getByRole('definition').filter({ hasText: 'Machynlleth' })).toBeVisible()
})

test('a sale of £400 to the United States ends with a label and a CN23, and pays for the handling of duties', async ({
  page,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await fillParcelAbroad(page, postroom, SALE)
  await page.locator('[id="customs.contents_type"]').click()
  await page.getByRole('option', { name: 'Sale of goods' }).click()
  await declareItem(page, 0, LENS)
  await expect(page.getByText('A CN23 is printed with the label.').last()).toBeVisible()
  await expect(page.getByText('The goods are worth more than £270.')).toBeVisible()
  await check(serviceRow(page, 'ITS'))
  await expect(summaryOf(page).getByText('Handling of United States duties')).toBeVisible()

  const shipment = await buyAndPrint(page)
  expect(shipment.docs.map(({ type }) => type)).toEqual(['label', 'cn23', 'invoice', 'receipt'])
  expect(shipment.service).toBe('ITS')
  await expect(page.getByText('The customs form is printed.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('The commercial invoice is printed.')).toBeVisible({ timeout: 30_000 })
  const { tracking } = shipment.meta_data
  expect(printedBy(postroom, 'shipping', 'label', tracking)).toHaveLength(1)
  expect(printedBy(postroom, 'form', 'invoice', tracking)).toHaveLength(1)
  const [form] = printedBy(postroom, 'form', 'cn23', tracking)
  expect(code128In(form!)).toBe(tracking)
  const text = textOf(form!)
  for (const word of ['Camera lens', '900211', '400.00', 'Harriet Ashdown', 'Angharad Kendall'])
    expect(text).toContain(word)
})

test('finds another country with the keyboard; choosing it clears the options, changes the format and can be undone', async ({
  page,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/shipping-single?packaging=medium_parcel`)
  await field(page, 'weight').fill('3kg')
  await check(serviceRow(page, '1SF'))
  const country = page.locator('[id="to.country"]')
  await country.focus()
  await page.keyboard.press('Control+A')
  // an accent in the list need not be typed
  await page.keyboard.type('aland isl')
  await page.keyboard.press('Enter')
  await expect(country).toHaveValue('Åland Islands')
  await expect(page.getByText('Options and service were cleared because the country changed.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Heavier parcel/ })).toBeChecked()
  await expect(serviceRow(page, 'ITH')).toBeChecked()
  await writeAddress(page)
  await expect(field(page, 'to.phone1')).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(country).toHaveValue('United Kingdom')
  await expect(page.getByRole('radio', { name: /Medium parcel/ })).toBeChecked()
  await expect(serviceRow(page, '1SF')).toBeChecked()
})
