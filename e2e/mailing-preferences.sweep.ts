import { axeViolations } from './support/axe.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test('a slogan of the user’s own is on their letters, until everybody’s applies again', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/mailing-system-setting`)
  await page.getByText('For me', { exact: true }).click()
  const slogans = page.getByRole('region', { name: 'Slogans' })
  await slogans.getByLabel('New slogan').fill('Bound by hand since 1987')
  await slogans.getByRole('button', { name: 'Add' }).click()
  await slogans.getByRole('button', { name: 'Save the slogans' }).click()
  await expect(slogans.getByText(/^Saved at/)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])

  await page.goto(`${postroom.url}/app/desktop`)
  await expect(page.getByText('Bound by hand since 1987').first()).toBeVisible()

  await page.goto(`${postroom.url}/app/mailing-system-setting`)
  await page.getByText('For me', { exact: true }).click()
  await slogans.getByRole('button', { name: 'Use the default' }).click()
  await expect(slogans.getByText('There is no slogan yet.')).toBeVisible()
})
