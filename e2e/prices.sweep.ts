import fs from 'node:fs'
import { href } from '../apps/web/src/pages.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test.use({ server: 'prices' })

test('prices are narrowed to what changed, kept in the address, and saved as they are shown', async ({
  page,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('administration', { view: 'prices' })}`)
  await page.getByText('Post Office', { exact: true }).click()
  await page.getByText('Changed', { exact: true }).click()
  await expect(page).toHaveURL(/view=prices&channel=post_office&changed=true$/)
  const foot = page.getByText(/^[\d,]+ prices?$/)
  await expect(foot).toBeVisible()
  await page.reload()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const count = Number((await foot.innerText()).replace(/\D/g, ''))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  const lines = fs
    .readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(count + 1)
})
