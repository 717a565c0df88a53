import { check } from './support/check.ts'
import { expect, comeSignedIn, test } from './support/fixtures.ts'
import { fillLargeLetter, serviceRow, servicesToday } from './support/send.ts'

test('shows every service with its price, and the price lines of the chosen one', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  const summary = page.getByRole('complementary', { name: 'Service and price' })
  const services = page.getByRole('radiogroup', { name: 'Choose a service' })
  await expect(services.getByRole('radio')).toHaveCount(servicesToday())
  await expect(summary.getByText(/2nd Class, Large letter, 101–250 g/i)).toBeVisible()
  await expect(summary.getByText('VAT: exempt')).toBeVisible()
  await expect(summary.getByText(/from 7 April 2026/)).toBeVisible()

  await check(serviceRow(page, '2SF'))
  await expect(summary.getByText('£3.90').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Special Delivery' }).first().click()
  await expect(services.getByText('Special Delivery by 1pm', { exact: true })).toBeVisible()
  await page.getByText(/^Not offered for this item/).click()
  await expect(page.getByText(/^Special Delivery by 9am –/)).toBeVisible() // no published price, and it says so
})
