import type { Page } from '@playwright/test'
import { comeSignedIn, expect, PASSWORD, test } from './support/fixtures.ts'
import type { Postroom } from './support/postroom.ts'
import { field } from './support/send.ts'

const open = (page: Page, postroom: Postroom) => page.goto(`${postroom.url}/app/shipping-single?packaging=large_letter`)

/** Types a weight, and waits until the draft is on the server. */
async function typeWeight(page: Page, weight: string): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && isDraft(response.url()))
  await field(page, 'weight').fill(weight)
  expect((await saved).status()).toBe(200)
}
const isDraft = (url: string): boolean => url.includes('/user/draft/')

test('a draft survives a reload, another tab and signing out, and no address stays in the browser', async ({
  page,
  context,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await open(page, postroom)
  await typeWeight(page, '130g')
  await page.reload()
  await expect(field(page, 'weight')).toHaveValue('130g')
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
  )
  expect(stored).not.toContain('130g')

  const other = await context.newPage()
  await open(other, postroom)
  await expect(other.getByText('Restore your draft?')).toBeVisible()
  await typeWeight(other, '90g')
  await other.close()

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app/home')
  await open(page, postroom)
  // the newer draft of the other tab first, then the older one, which it did not replace
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(field(page, 'weight')).toHaveValue('130g')
})
