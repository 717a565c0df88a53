import { expect, newSession, PASSWORD, signIn, test, useSession } from './support/fixtures.ts'

test.describe('sign-in errors of spec §8', () => {
  test('401 shows what the server says', async ({ page, postroom }) => {
    await page.goto(`${postroom.url}/login`)
    await page.getByLabel('Username').fill('demo')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('The username or password is not right.', { exact: true })).toBeVisible()
  })

  test('another status shows status and status text', async ({ page, postroom }) => {
    await page.route('**/auth/v1/token', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"try_again","description":"x"}' }),
    )
    await page.goto(`${postroom.url}/login`)
    await page.getByLabel('Username').fill('demo')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('503 - Service Unavailable')).toBeVisible()
  })

  test('no network says so', async ({ page, postroom }) => {
    await page.route('**/auth/v1/token', (route) => route.abort('internetdisconnected'))
    await page.goto(`${postroom.url}/login`)
    await page.getByLabel('Username').fill('demo')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText(/^A network error occurred, please check your internet connection/)).toBeVisible()
  })

  test('an error in the address is shown as text, never as markup', async ({ page, postroom }) => {
    await page.goto(`${postroom.url}/login?error=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
    await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
    await expect(page.locator('img[src=x]')).toHaveCount(0)
  })
})

test('the username is trimmed, and returnUrl brings back to a page of the app only', async ({ page, postroom }) => {
  await page.goto(`${postroom.url}/app/device-preferences`)
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Fapp%2Fdevice-preferences/)
  await page.getByLabel('Username').fill('  demo  ')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${postroom.url}/app/device-preferences`)

  await useSession(page, postroom, undefined)
  await page.goto(`${postroom.url}/login?returnUrl=//evil.example/app`)
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${postroom.url}/app/home`)
})

test('signing out ends the session in every tab, and the server forgets it', async ({ page, context, postroom }) => {
  await signIn(page, postroom)
  const other = await context.newPage()
  await other.goto(`${postroom.url}/app/device-preferences`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('postroom.session')!) as { token: string }).token,
  )
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
  await expect
    .poll(async () => {
      const answer = await fetch(`${postroom.url}/api/identity/v1/user/permission`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return answer.status
    })
    .toBe(401)
})

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

test.describe('the end of a session, spec §4', () => {
  test('is renewed for a user who is there, when less than 1800 s are left', async ({ page, postroom }) => {
    const session = await newSession(postroom)
    await useSession(page, postroom, { ...session, expires_at: inSeconds(1700) })
    const renewed = page.waitForResponse('**/auth/v1/refresh')
    await page.goto(`${postroom.url}/app/home`)
    await page.mouse.move(200, 200)
    await page.keyboard.press('Shift')
    expect((await renewed).status()).toBe(200)
    await expect
      .poll(() =>
        page.evaluate(() => (JSON.parse(localStorage.getItem('postroom.session')!) as { token: string }).token),
      )
      .not.toBe(session.token)
  })

  test('is announced 600 s before to a user who is away, who can stay with one key', async ({ page, postroom }) => {
    await page.clock.install()
    const session = await newSession(postroom)
    await useSession(page, postroom, { ...session, expires_at: inSeconds(1810) })
    await page.goto(`${postroom.url}/app/home`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.runFor(1_215_000)
    const stay = page.getByRole('button', { name: 'Stay signed in' })
    await expect(stay).toBeVisible()
    const renewed = page.waitForResponse('**/auth/v1/refresh')
    await stay.press('Enter')
    expect((await renewed).status()).toBe(200)
    await expect(stay).toBeHidden()
  })

  test('that no renewal can move any more is told once, and renewal is not asked for again and again', async ({
    page,
    postroom,
  }) => {
    await page.clock.install()
    const session = await newSession(postroom)
    const lastEnd = Date.now() + 900_000
    const untilThen = async () => ({
      ...session,
      expires_at: new Date(lastEnd).toISOString(),
      expires_in: Math.round((lastEnd - (await page.evaluate(() => Date.now()))) / 1000),
    })
    let renewals = 0
    await page.route('**/auth/v1/refresh', async (route) => {
      renewals += 1
      await route.fulfill({ json: { ...(await untilThen()), refresh_token: `renewed-${renewals}` } })
    })
    /** The clock goes on once the answer is kept: with a clock that leaps, time would pass on its way. */
    const isRenewed = (times: number) =>
      expect.poll(() => page.evaluate(() => localStorage.getItem('postroom.session'))).toContain(`"renewed-${times}"`)
    await useSession(page, postroom, await untilThen())
    await page.goto(`${postroom.url}/app/home`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await isRenewed(1)
    await page.keyboard.press('Shift')
    await page.clock.runFor(310_000)
    await page.getByRole('button', { name: 'Stay signed in' }).press('Enter')
    await isRenewed(2)
    await page.clock.runFor(60_000)
    await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeHidden()
    expect(renewals).toBe(2)
  })

  test('that cannot be renewed now is announced to a user who is there as well', async ({ page, postroom }) => {
    await page.clock.install()
    const session = await newSession(postroom)
    await page.route('**/auth/v1/refresh', (route) => route.abort())
    await useSession(page, postroom, { ...session, expires_at: inSeconds(700) })
    const asked = page.waitForRequest('**/auth/v1/refresh')
    await page.goto(`${postroom.url}/app/home`)
    await asked
    await page.keyboard.press('Shift')
    await page.clock.runFor(120_000)
    const stay = page.getByRole('button', { name: 'Stay signed in' })
    await expect(stay).toBeVisible()
    await page.unroute('**/auth/v1/refresh')
    const renewed = page.waitForResponse('**/auth/v1/refresh')
    await stay.press('Enter')
    expect((await renewed).status()).toBe(200)
    await expect(stay).toBeHidden()
  })

  test('with a refresh token leads to login and back, without one to login', async ({ page, postroom }) => {
    const session = await newSession(postroom)
    await useSession(page, postroom, { ...session, expires_at: inSeconds(-10) })
    await page.goto(`${postroom.url}/app/device-preferences`)
    await expect(page).toHaveURL(/\/login\?returnUrl=%2Fapp%2Fdevice-preferences/)
    await useSession(page, postroom, { ...session, refresh_token: '', expires_at: inSeconds(-10) })
    await page.goto(`${postroom.url}/app/device-preferences`)
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('a Lite user without the flag is signed out within seconds and told why', async ({ page, postroom }) => {
  await signIn(page, postroom, 'lite')
  await page.evaluate(() => localStorage.removeItem('postroom.lite'))
  await expect(page).toHaveURL(/\/login/, { timeout: 6_000 })
  await expect(page.getByText(/Lite plan could no longer be confirmed/)).toBeVisible()
})
