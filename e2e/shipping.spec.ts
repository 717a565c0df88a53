import { expect, comeSignedIn, test } from './support/fixtures.ts'
import { fillLargeLetter } from './support/send.ts'

test('shows prices with their price lines, and lists the services of the chosen option', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  const summary = page.getByRole('complementary', { name: 'Service and price' })
  await expect(summary.getByRole('radio')).toHaveCount(2)
  await expect(summary.getByText(/2nd Class, Large letter, 101–250 g/i)).toBeVisible()
  await expect(summary.getByText('VAT: exempt')).toBeVisible()
  await expect(summary.getByText(/from 7 April 2026/)).toBeVisible()

  await page.getByText('Signed For', { exact: true }).click()
  await expect(summary.getByText('1st Class Signed For')).toBeVisible()
  await expect(summary.getByText('£3.90').first()).toBeVisible()
  await page.getByText('Special Delivery', { exact: true }).click()
  await expect(summary.getByText('Special Delivery by 1pm', { exact: true }).first()).toBeVisible()
  await expect(summary.getByText(/Special Delivery by 9am –/)).toBeVisible() // no published price, and it says so
})
