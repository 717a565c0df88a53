import { href } from '../apps/web/src/pages.ts'
import { apiOf } from './support/api.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test.use({ server: 'notices' })

test('a colleague asks for a top-up: the bell counts it, the notice leads to the account and is read', async ({
  page,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('home')}`)
  await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeVisible()
  const ask = await apiOf(postroom, 'dev')
  const { data } = await ask<{ data: { id: string }[] }>('/carrieraccount')
  await ask(`/carrieraccount/${data[0]!.id}/ask-top-up`, { missing: 2_91 })

  await page.getByRole('link', { name: 'Notices, 1 new' }).click()
  await page.getByRole('link', { name: 'Open the account: Dev Prosser asks for a top-up' }).click()
  await expect(page.getByRole('heading', { name: 'Administration' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeVisible()

  await page.goto(`${postroom.url}${href('notices')}`)
  await page.getByRole('group', { name: 'Colleagues who ask' }).getByText('Here').click()
  await page.reload()
  const group = page.getByRole('group', { name: 'Colleagues who ask' })
  await expect(group.getByRole('checkbox', { name: 'Here' })).not.toBeChecked()
  await expect(group.getByRole('checkbox', { name: 'By mail' })).toBeChecked()
})
