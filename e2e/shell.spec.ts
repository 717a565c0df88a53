import { expect, signIn, test } from './support/fixtures.ts'

test('falls back to English when the texts cannot be loaded, and keeps the chosen language after a reload', async ({
  page,
  postroom,
}) => {
  await page.route('**/assets/languages/fr-fr.json', (route) => route.fulfill({ status: 404 }))
  await page.goto(`${postroom.url}/login?language=fr-fr`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.unroute('**/assets/languages/fr-fr.json')
  await page.goto(`${postroom.url}/login`)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in')
})

test('the shell shows balance, device and company, and counts each navigation', async ({ page, postroom }) => {
  const counted: unknown[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/page-view')) counted.push(sent.postDataJSON())
  })
  await signIn(page, postroom)
  await expect(page.getByRole('banner').getByText(/printers? ready/)).toBeVisible()
  await expect(page.getByRole('banner').getByText(/£\d+\.\d\d/)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()))
  await page.getByRole('link', { name: 'Printers', exact: true }).click()
  await expect(page).toHaveTitle(/Printers/)
  expect(counted).toContainEqual({ page: 'home' })
  await expect.poll(() => counted.at(-1)).toEqual({ page: 'printers' })
})

test('follows the theme of the computer until one is chosen, and keeps the choice', async ({ page, postroom }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, postroom)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: /^Appearance/ }).click()
  await page.getByRole('menuitem', { name: 'Light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})
