import { expect, newSession, signIn, test, useSession } from './support/fixtures.ts'

// spec §2
for (const [asked, arrived] of [
  ['/', '/app/home'],
  ['/app', '/app/home'],
  ['/app/no-such-module', '/app/home'],
  ['/nowhere/at/all', '/app/home'],
  ['/error', '/error'],
] as const)
  test(`${asked} leads to ${arrived}`, async ({ page, postroom }) => {
    await useSession(page, postroom, await newSession(postroom))
    await page.goto(postroom.url + asked)
    await expect(page).toHaveURL(postroom.url + arrived)
  })

test('/error says what spec §2 says, and its search passes no text on', async ({ page, postroom }) => {
  await useSession(page, postroom, await newSession(postroom))
  await page.goto(`${postroom.url}/error`)
  await expect(page.getByText('404')).toBeVisible()
  await expect(page.getByText('Opps, it seems that this page does not exist.')).toBeVisible()
  await expect(page.getByText('If you are sure it should, search for it.')).toBeVisible()
  await expect(page.getByText(new RegExp(`${new Date().getFullYear()}.*Postroom`))).toBeVisible()
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  await page.getByPlaceholder('Search Pages').fill('secret words')
  await page.getByRole('button', { name: 'Search' }).click()
  // the page search is not built yet, so app/extra/search leads home
  await expect(page).toHaveURL(`${postroom.url}/app/home`)
  expect(visited.join(' ')).not.toContain('secret')
})

test('the documentation of the API can be read under its security policy', async ({ browser, postroom }) => {
  const page = await browser.newPage() // of its own: the policy stops an inline style of Swagger UI, which does no harm
  await page.goto(`${postroom.url}/api/docs`)
  // Swagger UI reads a description of 36,000 lines first
  await expect(page.getByRole('heading', { name: 'Postroom' })).toBeVisible({ timeout: 40_000 })
  await page.close()
})

test.describe('language', () => {
  for (const [asked, lang] of [
    ['fr-fr', 'fr-FR'],
    ['FR-fr', 'fr-FR'],
    ['en-gb', 'en-GB'],
    ['de-de', 'en-GB'],
    ['../../etc', 'en-GB'],
  ] as const)
    test(`?language=${asked} shows ${lang}`, async ({ page, postroom }) => {
      await page.goto(`${postroom.url}/login?language=${encodeURIComponent(asked)}`)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
    })

  test('falls back to English when the texts cannot be had, and the choice survives a reload', async ({
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
})

test('the shell shows balance, device and company, and tells each navigation to the page-view listener', async ({
  page,
  postroom,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    addEventListener('postroom:pageview', () => seen.push(location.pathname))
  })
  await signIn(page, postroom)
  await expect(page.getByRole('banner').getByText(/printers? ready/)).toBeVisible()
  await expect(page.getByRole('banner').getByText(/£\d+\.\d\d/)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()))
  await page.getByRole('link', { name: 'Printers', exact: true }).click()
  await expect(page).toHaveTitle(/Printers/)
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen).toContain('/app/home')
  expect(seen.at(-1)).toBe('/app/device-preferences')
})

test('the theme is chosen, kept, and follows the computer until then', async ({ page, postroom }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, postroom)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: /^Appearance/ }).click()
  await page.getByRole('menuitem', { name: 'Light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})
