import fs from 'node:fs'
import { href } from '../apps/web/src/pages.ts'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test.use({ server: 'dashboard' })

test('a purchase is in the figures, in the bars, in the table and in the file, and its bar opens it', async ({
  page,
  postroom,
}) => {
  const { amount } = await buy(postroom, LETTER)
  const pounds = `£${(amount / 100).toFixed(2)}`
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('dashboard')}`)
  await expect(page.getByRole('link', { name: `: ${pounds}, 1 item` })).toBeVisible()
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('row', { name: /^All/ }).first()).toContainText(pounds)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  const lines = fs
    .readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`Angharad Kendall,1,${amount / 100}`)

  await page.getByText('Chart', { exact: true }).click()
  await page.getByRole('link', { name: `: ${pounds}, 1 item` }).click()
  await expect(page).toHaveURL(new RegExp(`${href('history')}\\?from=`))
  await expect(page.getByRole('row').filter({ hasText: 'Marguerite' })).toContainText(pounds)
})
