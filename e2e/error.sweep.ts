import { href } from '../apps/web/src/pages.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test('the search of a page that does not exist opens the search without what was typed (spec §2)', async ({
  page,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/error`)
  await page.getByRole('searchbox', { name: 'Search Pages' }).fill('Marguerite')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${postroom.url}${href('search')}`)
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('')
})
