import { expect, comeSignedIn, test } from './support/fixtures.ts'
import { fillQueue } from './support/queue.ts'

test('the mailroom buys and prints a repeat parcel with at most six keys and no mouse', async ({ page, postroom }) => {
  const [first, second] = await fillQueue(postroom, 3)
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/mailroom`)
  const row = (code: string) => page.getByRole('row').filter({ hasText: code })
  const now = page.locator('tr[aria-current=true]')
  await expect(page.getByLabel('Label printer').getByText(/ready/)).toBeVisible()
  await expect(now).toContainText(first!.code)
  await expect(page.getByLabel(/^Scan/)).toBeFocused()

  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  for (const key of ['Alt+w', '6', '2', '0', 'Enter']) await press(key)
  await expect(now.getByRole('cell').filter({ hasText: /^£\d/ })).toBeVisible() // the operator sees the price
  await press('Enter')
  expect(keys).toBeLessThanOrEqual(6)

  await expect(now).toContainText(second!.code)
  await expect(page.getByLabel(/^Scan/)).toBeFocused()
  await expect(row(first!.code)).toContainText('Printed', { timeout: 30_000 })
})
