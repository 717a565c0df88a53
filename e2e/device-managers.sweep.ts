import { href } from '../apps/web/src/pages.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'

test.use({ server: 'device-managers' })

test('a manager sees the device manager with its printer, and unpairs it after a question', async ({
  page,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}${href('administration', { view: 'devices' })}`)
  const device = page.getByRole('row').filter({ hasText: 'Connected' })
  await expect(device).toBeVisible()
  await device.getByRole('button', { name: /^Unpair/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(device).toBeVisible()
  await device.getByRole('button', { name: /^Unpair/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpair' }).click()
  await expect(page.getByText('No device manager yet')).toBeVisible()
})
