import { href } from '../apps/web/src/pages.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test.use({ server: 'references' })

test('a field moved by the keyboard comes first in the sending form', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('references')}`)
  for (const label of ['Order number', 'Job']) {
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByLabel('Label', { exact: true }).fill(label)
    await page.getByRole('button', { name: 'Save the field' }).click()
    await expect(page.getByText(`${label} is saved.`)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Move: Job' }).focus()
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await expect(page.getByText('The order is saved.')).toBeVisible()
  await page.goto(`${postroom.url}${href('shipping')}`)
  await page.getByRole('button', { name: 'Add: Job' }).click()
  await expect(page.getByRole('textbox', { name: /^(Job|Order number)/ })).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: /^(Job|Order number)/ }).first()).toHaveAccessibleName(/^Job/)
})
