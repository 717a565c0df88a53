import { expect, test } from './support/fixtures.ts'

test('the documentation of the API can be read under its security policy', async ({ browser, postroom }) => {
  const page = await browser.newPage() // of its own: the policy stops an inline style of Swagger UI, which does no harm
  await page.goto(`${postroom.url}/api/docs`)
  // Swagger UI reads a description of 36,000 lines first
  await expect(page.getByRole('heading', { name: 'Postroom' })).toBeVisible({ timeout: 40_000 })
  await page.close()
})
