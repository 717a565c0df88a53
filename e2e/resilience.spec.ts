import { expect, comeSignedIn, test } from './support/fixtures.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'
import { books, slowCarrier } from './support/sandbox.ts'
import { balance, fillLargeLetter, isPurchase } from './support/send.ts'

test.describe.configure({ mode: 'serial' })

let postroom: Postroom
test.beforeAll(async () => {
  postroom = await startPostroom()
})
test.afterAll(() => postroom.stop())

const buy = { name: 'Buy and print' } as const

test('a second tab opened during a purchase shows it, and nothing is bought twice', async ({ page, context }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  const before = (await books(postroom)).bought
  // the server buys, but no tab gets an answer on the purchase before the second one is open
  const isOpen = Promise.withResolvers<void>()
  await context.route(
    (url) => url.pathname.includes('/shipment/process'),
    async (route) => {
      const response = await route.fetch()
      await isOpen.promise
      await route.fulfill({ response })
    },
  )
  const asked = page.waitForRequest((request) => isPurchase(request.url()))
  await page.getByRole('button', buy).click()
  await asked
  await expect(page.getByText('Buying…').first()).toBeVisible()

  // a duplicated tab copies the session storage of the first one
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void window.open(location.href))
  const second = await opened
  await expect(second.getByText('We are checking your last purchase')).toBeVisible()
  isOpen.resolve()
  await expect(second.getByText('Your last purchase went through')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 20_000 })
  expect(await books(postroom)).toEqual({ bought: before + 1, broken: [] })
  await expect(balance(second)).toHaveText(await balance(page).innerText())
})

test('retries a lost response under the same key', async ({ page }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  const before = (await books(postroom)).bought
  const keys: (string | null)[] = []
  await page.route(
    (url) => isPurchase(url.href),
    async (route) => {
      keys.push(new URL(route.request().url()).searchParams.get('pending_id'))
      if (keys.length > 1) return route.continue()
      await route.fetch() // the server buys, but its answer never arrives
      await route.abort('connectionreset')
    },
  )
  await page.getByRole('button', buy).click()
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 40_000 })
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  expect(await books(postroom)).toEqual({ bought: before + 1, broken: [] })
})

test('reports the true outcome after the network failed during a purchase and the page was closed', async ({
  page,
  context,
}) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  const before = (await books(postroom)).bought
  const isBought = Promise.withResolvers<void>()
  await page.route(
    (url) => isPurchase(url.href),
    async (route) => {
      await route.fetch()
      await context.setOffline(true)
      await route.abort('internetdisconnected')
      isBought.resolve()
    },
    { times: 1 },
  )
  await page.getByRole('button', buy).click()
  await isBought.promise
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByText('Your last purchase went through')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Print the label' }).click()
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 20_000 })
  expect(await books(postroom)).toEqual({ bought: before + 1, broken: [] })
})

test('a page closed during a purchase waits for the outcome when it is reopened', async ({ page }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  const before = (await books(postroom)).bought
  let isCut = true
  await page.route(
    (url) => isPurchase(url.href),
    (route) => (isCut ? route.abort() : route.continue()),
  )
  const asked = page.waitForRequest((request) => isPurchase(request.url()))
  await page.getByRole('button', buy).click()
  await asked
  const navigation = page.getByRole('navigation')
  await navigation.getByRole('link', { name: 'Home' }).click()
  await page.waitForURL('**/app/home')
  await navigation.getByRole('link', { name: 'Send a parcel' }).click()
  await expect(page.getByText('We are checking your last purchase')).toBeVisible()
  isCut = false
  await expect(page.getByText('Your last purchase went through')).toBeVisible({ timeout: 20_000 })
  expect(await books(postroom)).toEqual({ bought: before + 1, broken: [] })
})

test('the same purchase ends once after the server was killed during it and restarted', async ({ page }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  const before = (await books(postroom)).bought
  await slowCarrier(postroom, 2_000)
  const sent = page.waitForRequest((request) => isPurchase(request.url()))
  await page.getByRole('button', buy).click()
  await sent
  await page.waitForTimeout(700)
  await postroom.kill()
  await postroom.start()
  // the hold is settled with the carrier: the label exists and is paid, or neither
  await expect(page.getByText(/The label is printed\.|Nothing was charged/).first()).toBeVisible({ timeout: 45_000 })
  const after = await books(postroom)
  expect(after.broken).toEqual([])
  expect(after.bought - before).toBe((await page.getByText('The label is printed.').isVisible()) ? 1 : 0)
})
