import { readFile } from 'node:fs/promises'
import { href } from '../apps/web/src/pages.ts'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test.use({ server: 'returns' })

test('a returned letter is recorded, and sent again once, however often it is asked for', async ({
  page,
  postroom,
}) => {
  const { meta_data } = await buy(postroom, LETTER)
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('returns')}`)
  await expect(page.locator('#returned')).toBeFocused()
  // a scanner types the number and Enter
  await page.keyboard.type(meta_data.tracking)
  await page.keyboard.press('Enter')
  await page.getByText('Refused', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Save and send again' }).click()
  await page.waitForURL('**/mailroom/shipping?code=K-*')
  const first = page.url()

  await page.goto(`${postroom.url}${href('returns')}`)
  await page.getByRole('button', { name: /^Send again/ }).click()
  await page.waitForURL('**/mailroom/shipping?code=K-*')
  expect(page.url()).toBe(first)

  await page.goto(`${postroom.url}${href('returns')}`)
  await page.getByRole('radio', { name: 'Refused 1' }).click()
  await expect(page).toHaveURL(/reason=refused/)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save 1 as CSV' }).click()
  expect(await readFile(await (await saving).path(), 'utf8')).toContain(`${meta_data.tracking},`)
  await page.getByRole('radio', { name: 'All reasons 1' }).click()
  await page.getByRole('button', { name: /^Mark done/ }).click()
  await expect(page.getByText('Nothing to do')).toBeVisible()
})
