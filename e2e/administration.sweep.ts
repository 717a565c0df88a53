import { href } from '../apps/web/src/pages.ts'
import { comeSignedIn, expect, newSession, test, useSession } from './support/fixtures.ts'

test.use({ server: 'administration' })

test('a manager disables a user, whose open page ends within two seconds, and undoes it', async ({
  page,
  browser,
  postroom,
}) => {
  const theirs = await (await browser.newContext()).newPage()
  await useSession(theirs, postroom, await newSession(postroom, 'lite'))
  await theirs.goto(`${postroom.url}${href('home')}`)
  await expect(theirs.getByText(/1 printer ready/).first()).toBeVisible()

  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('administration')}`)
  await page.getByRole('row').filter({ hasText: 'Tomos' }).click()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await theirs.waitForURL('**/login*', { timeout: 2_000 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Disable', exact: true })).toBeVisible()
  await newSession(postroom, 'lite')
  await theirs.context().close()
})
