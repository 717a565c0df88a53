import fs from 'node:fs'
import { href } from '../apps/web/src/pages.ts'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'
import { aFile, checkLetters, openFile } from './support/mailing.ts'

test('50 letters: a tab that is closed and opened again shows the truth, prints the rest, and each label once', async ({
  page,
  context,
  postroom,
}) => {
  test.setTimeout(300_000)
  await buy(postroom, LETTER) // gives the sender
  const before = pdfsIn(postroom.printed)
  await comeSignedIn(page, postroom)
  await openFile(page, postroom, aFile(50))
  await checkLetters(page, 50)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/printing: [3-9] of 50 printed/)).toBeVisible({ timeout: 60_000 })
  await page.close()

  const again = await context.newPage()
  await again.goto(`${postroom.url}${href('printers')}`)
  const notice = again.getByRole('region', { name: /not printed/ })
  await notice.getByRole('link', { name: /^Print now: \d+ labels of a batch/ }).click({ timeout: 60_000 })
  await expect(again.getByText('Buying and printing: 50 of 50 printed')).toBeVisible({ timeout: 180_000 })
  expect(pdfsIn(postroom.printed) - before).toBe(50)
})

test('1,000 rows are read, drawn a few at a time, and checked within seconds', async ({ page, postroom }) => {
  test.setTimeout(180_000)
  await buy(postroom, LETTER) // gives the sender
  await comeSignedIn(page, postroom)
  await openFile(page, postroom, aFile(1_000))
  await expect(page.getByText(/^1,?000 rows and 6 columns/)).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(120)
  await page.getByRole('button', { name: /^Go on with 1,?000/ }).click()
  await page.locator('input[name="packaging"][value="letter"]').check({ force: true })
  await page.locator('input[name="weight"]').fill('90g')
  await page.locator('input[name="service"][value="2"]').check({ force: true })
  await page.getByRole('button', { name: /^Check/ }).click()
  await expect(page.getByRole('complementary').getByText('£910.00').first()).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(/is missing in your balance/)).toBeVisible()
})

const pdfsIn = (folder: string): number =>
  fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.pdf')).length : 0
