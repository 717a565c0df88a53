import { href } from '../apps/web/src/pages.ts'
import { comeSignedIn, expect, newSession, test, useSession } from './support/fixtures.ts'
import { books, makeOperator } from './support/sandbox.ts'

test.use({ server: 'operator' })

test('an operator books money once although the answer is lost; the manager sees it on the statement', async ({
  page,
  postroom,
}) => {
  await makeOperator(postroom, 'dev')
  await useSession(page, postroom, await newSession(postroom, 'dev'))
  await page.goto(`${postroom.url}${href('operator')}`)
  await page.getByRole('textbox', { name: 'Find an organisation' }).fill('llew')
  await page.getByRole('button', { name: /^Book money/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Amount received/ }).fill('75')
  await dialog.getByRole('textbox', { name: /^Reference/ }).fill('BACS 4711')
  // the server books it, and its answer is lost
  await page.route('**/topup', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Book £75.00' }).click()
  await expect(page.getByText(/^No answer came about £75.00/)).toBeVisible()
  await page.unroute('**/topup')
  await page.reload()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByText(/^£75.00 is booked/)).toBeVisible()
  await expect(page.getByText(/^No answer came/)).toHaveCount(0)

  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('administration', { view: 'account' })}`)
  await expect(page.getByRole('row').filter({ hasText: 'BACS 4711' })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Organisations' })).toHaveCount(0)
  expect((await books(postroom)).broken).toEqual([])
})
