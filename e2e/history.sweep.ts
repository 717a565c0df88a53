import { readFile } from 'node:fs/promises'
import { href } from '../apps/web/src/pages.ts'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test.use({ server: 'history' })

test('a shipment is found, opened, saved in a file, and its refund followed', async ({ page, postroom }) => {
  await buy(postroom, LETTER)
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('history')}`)
  const row = page.getByRole('row').filter({ hasText: 'Marguerite' })
  await expect(row).toHaveCount(1)
  await page.keyboard.press('/')
  await page.keyboard.type('marg')
  await expect(page).toHaveURL(/\?q=marg$/)
  await expect(row).toHaveCount(1)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save 1 as CSV' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('Marguerite')

  await row.click()
  const drawer = page.getByRole('complementary', { name: /Marguerite/ })
  await expect(drawer.getByRole('button', { name: 'Print Label' })).toBeVisible()
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Save the evidence' }).click(),
  ])
  expect(await readFile(await pdf.path(), 'latin1')).toMatch(/^%PDF-/)
  expect(pdf.suggestedFilename()).toMatch(/^evidence-ZZ\d+GB\.pdf$/)
  await page.reload()
  await drawer.getByRole('button', { name: 'Void…' }).click()
  await page.getByRole('alertdialog').getByText('The address is wrong').click()
  await page.getByRole('button', { name: /^Void and refund/ }).click()
  await expect(drawer.getByText(/refunded$|requested$/).first()).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Print Label' })).toHaveCount(0)
  await page.goBack()
  await expect(drawer).toHaveCount(0)
})
