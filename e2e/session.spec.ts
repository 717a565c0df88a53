import { expect, newSession, signIn, test, useSession } from './support/fixtures.ts'

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

test.describe('session renewal, spec §4', () => {
  test('renews the session of an active user when less than 1800 s are left', async ({ page, postroom }) => {
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
})
