import fs from 'node:fs'
import { href } from '../apps/web/src/pages.ts'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test.use({ server: 'account' })

const pounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`

test('two purchases are one sum of their day, its movements, and what the month’s VAT statement adds up to', async ({
  page,
  postroom,
}) => {
  const bought = [await buy(postroom, LETTER), await buy(postroom, LETTER)]
  const sum = bought.reduce((pence, { amount }) => pence + amount, 0)
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('administration', { view: 'account' })}`)

  await page.getByText('By day', { exact: true }).click()
  const day = page.getByRole('row').filter({ hasText: 'Postage 2 movements' })
  await expect(day).toContainText(`−${pounds(sum)}`)
  await day.click()
  await expect(page).toHaveURL(/view=account&from=([\d-]+)&to=\1$/)
  for (const { amount } of bought)
    await expect(page.getByRole('row').filter({ hasText: `−${pounds(amount)}` })).not.toHaveCount(0)

  await page.getByText('VAT by month', { exact: true }).click()
  await expect(page.getByText(`Bought less refunds: ${pounds(sum)}`)).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  const [, ...lines] = fs
    .readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  const gross = lines.map((line) => Math.round(Number(line.split(',').at(-1)) * 100))
  expect(gross.reduce((one, other) => one + other, 0)).toBe(sum)
})
