import { href } from '../apps/web/src/pages.ts'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test('Ctrl+K opens a page, a past addressee and a shipment, and ? lists the keys, with the keyboard alone', async ({
  page,
  postroom,
}) => {
  const { id, meta_data } = await buy(postroom, LETTER)
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('home')}`)
  await page
    .getByRole('banner')
    .getByText(/£\d+\.\d\d/)
    .waitFor()
  const find = async (text: string, row: RegExp) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(text)
    const first = page.getByRole('option').first()
    await expect(first).toContainText(row)
    await expect(first).toHaveAttribute('data-focused', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await find(meta_data.tracking, /2nd Class/)
  await expect(page.getByRole('complementary', { name: 'Marguerite Llewellyn' })).toContainText(meta_data.tracking)
  await expect(page).toHaveURL(new RegExp(`shipment=${id}$`))

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Ctrl')).toBeVisible()
  await page.keyboard.press('Escape')

  await find('letters', /^Letters/)
  await expect(page.getByRole('heading', { level: 1, name: 'Letters' })).toBeVisible()

  await find('llewellyn sy23', /^Marguerite Llewellyn/)
  await expect(page).toHaveURL(new RegExp(`${href('shipping')}$`))
  await expect(page.locator('#weight')).toBeFocused()
  await expect(page.getByText('14 Heol y Gogledd').first()).toBeVisible()
})
