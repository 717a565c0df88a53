import { href } from '../apps/web/src/pages.ts'
import { fillAddressBook } from './support/address-book.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test('the address book is worked with the keyboard: find, open, follow, correct, delete, undo', async ({
  page,
  postroom,
}) => {
  await fillAddressBook(postroom)
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('addressbook')}`)
  const drawer = page.getByRole('complementary')
  const focused = page.locator(':focus')

  await page.getByRole('searchbox').focus()
  await page.keyboard.type('hafren')
  await expect(page.getByText('2 addresses')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText('8 addresses')).toBeVisible()

  // past the two lists and the chips
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('heading')).toBeVisible()
  const first = await drawer.getByRole('heading').textContent()
  await page.keyboard.press('ArrowDown')
  await expect(drawer.getByRole('heading')).not.toHaveText(first!)
  await page.keyboard.press('End')
  await expect(drawer.getByRole('heading')).toHaveText('Rhodri Llewelyn')

  await drawer.getByRole('textbox', { name: 'Telephone' }).focus()
  await page.keyboard.type('01654 702 400')
  await page.keyboard.press('Enter')
  await expect(drawer).toHaveCount(0)
  await expect(focused).toContainText('Rhodri Llewelyn')

  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('textbox', { name: 'Telephone' })).toHaveValue('+44 1654 702400')
  await drawer.getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Rhodri Llewelyn was deleted.')).toBeVisible()
  await expect(page.getByText('7 addresses')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('8 addresses')).toBeVisible()
})
