import type { Page } from '@playwright/test'
import { appCode } from './support/app-code.ts'
import { axeViolations } from './support/axe.ts'
import { expect, newSession, PASSWORD, signIn, test } from './support/fixtures.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'
import { VirtualAuthenticator } from './support/virtual-authenticator.ts'

let postroom: Postroom
test.beforeAll(async () => {
  // browsers have no passkeys for an address
  const started = await startPostroom({ HOST: 'localhost', DEVICE_MANAGER: 'off' })
  postroom = { ...started, url: started.url.replace('127.0.0.1', 'localhost') }
})
test.afterAll(() => postroom.stop())

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })
const passkeysOf = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto(`${postroom.url}/app/profile`)
  const card = passkeysOf(page)
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await card.getByLabel('Current password').fill(PASSWORD)
  await card.getByRole('button', { name: 'Continue' }).click()
}

async function turnTwoFactorOn(): Promise<void> {
  const { token } = await newSession(postroom)
  const ask = async (act: string, body: object): Promise<{ secret: string }> => {
    const answer = await fetch(`${postroom.url}/api/identity/v1/user/twoFactor${act}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return answer.json() as Promise<{ secret: string }>
  }
  const { secret } = await ask('', { current_password: PASSWORD })
  await ask('/confirm', { otp: appCode(secret) })
}

test('a passkey is added, signs in alone and as the second step, confirms a change, and is removed', async ({
  page,
}) => {
  // a browser without the list under the username
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  const authenticator = await VirtualAuthenticator.plugInto(page)
  await signIn(page, postroom)
  await authenticator.recognise(false)
  await addPasskey(page)
  const card = passkeysOf(page)
  await expect(card.getByText(/^No passkey was used/)).toBeVisible()
  expect(await authenticator.count()).toBe(0)
  await authenticator.recognise(true)
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByText('Chrome on Linux')).toBeVisible()
  await expect(card.getByText(/^On one device only · added on .* · never used$/)).toBeVisible()
  expect(await authenticator.count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])

  await signOut(page)
  await authenticator.recognise(false)
  await passkeyButton(page).click()
  await expect(page.getByText(/^No passkey was used/)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await authenticator.recognise(true)
  await passkeyButton(page).click()
  await page.waitForURL('**/app/home')

  await turnTwoFactorOn()
  await signOut(page)
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Sign-in code')).toBeFocused()
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await page.waitForURL('**/app/home')

  await page.goto(`${postroom.url}/app/profile`)
  const twoFactor = page.getByRole('region', { name: 'Second step at sign-in' })
  await twoFactor.getByRole('button', { name: 'Turn off' }).click()
  await twoFactor.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(twoFactor.getByText('Off', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Rename: Chrome on Linux' }).click()
  await page.getByLabel('Name of the passkey').fill('Franking room')
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'Remove: Franking room' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByText('Franking room')).toBeHidden()
  await signOut(page)
  await passkeyButton(page).click()
  await expect(page.getByText(/^This passkey was not accepted/)).toBeVisible()
})

test('a passkey chosen from the list under the username signs in', async ({ page }) => {
  await VirtualAuthenticator.plugInto(page)
  await signIn(page, postroom)
  await addPasskey(page)
  await expect(passkeysOf(page).getByText('Chrome on Linux')).toBeVisible()
  const signedIn = page.waitForResponse('**/api/auth/v1/token/passkey')
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${postroom.url}/login`)
  expect((await signedIn).status()).toBe(200)
  await page.waitForURL('**/app/home')
})
