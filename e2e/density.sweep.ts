import { comeSignedIn, expect, test } from './support/fixtures.ts'
import { buyAndPrint, field, fillLargeLetter, priced, servicesToday } from './support/send.ts'

test('a priced parcel to a known addressee stands on one page of 1440 × 980', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  await buyAndPrint(page)
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })

  await page.goto(`${postroom.url}/app/shipping-single?packaging=small_parcel`)
  await page.locator('#who').fill('Llewellyn')
  await page
    .getByRole('option', { name: /^Marguerite Llewellyn/ })
    .first()
    .click()
  for (const [name, text] of Object.entries({ weight: '1240', length: '30', width: '22', height: '9' }))
    await field(page, name).fill(text)
  await priced(page)
  const services = page.getByRole('radiogroup', { name: 'Choose a service' })
  await expect(services.getByRole('radio')).toHaveCount(servicesToday())
  const lowest = () =>
    page.evaluate(() => {
      const parts = [...document.querySelectorAll('main form > *, main aside > *')]
      return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom))
    })
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await lowest()).toBeLessThanOrEqual(980)
})
