import { href } from '../apps/web/src/pages.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test('F1 opens the topic of the page beside it, with the keyboard alone; the page stays in use, and the help has a page of its own', async ({
  page,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('addressbook')}`)
  const pageSearch = page.getByRole('main').getByRole('searchbox').first()
  await pageSearch.focus()

  await page.keyboard.press('F1')
  const help = page.getByRole('complementary', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'Keep the address book' })).toBeFocused()
  await pageSearch.fill('Isla')
  await expect(help).toBeVisible()

  const search = help.getByRole('textbox', { name: 'Search the help' })
  await search.focus()
  await page.keyboard.type('printer')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(help.getByRole('article').getByRole('heading').first()).toBeFocused()
  const topic = await help.getByRole('article').getByRole('heading').first().innerText()

  await help.getByRole('link', { name: 'Own page' }).click()
  await expect(page.getByRole('main').getByRole('article').getByRole('heading', { name: topic })).toBeVisible()
  await expect(help).toHaveCount(0)

  await page.goBack()
  await pageSearch.focus()
  await page.keyboard.press('F1')
  await expect(help).toBeVisible()
  await page.keyboard.press('F1')
  await expect(help).toHaveCount(0)
  await expect(pageSearch).toBeFocused()
})
