import { expect, PASSWORD, test } from './support/fixtures.ts'
import { mailedLink } from './support/mailed-link.ts'
import { startPostroom } from './support/postroom.ts'

const NEW_PASSWORD = 'seven teal lanterns'

test('sets a new password with the link from an e-mail, which works once and is not kept', async ({ page }) => {
  const postroom = await startPostroom({ DEVICE_MANAGER: 'off' })
  try {
    await page.goto(`${postroom.url}/login`)
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('Fill this in.')).toBeVisible()
    await page.getByLabel('Username or e-mail address').fill('demo')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('If an account matches, an e-mail is on its way.')).toBeVisible()

    await expect.poll(() => mailedLink(postroom.folder), { timeout: 20_000 }).toBeDefined()
    const link = mailedLink(postroom.folder)!
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    expect(page.url()).toBe(`${postroom.url}/reset`)
    const password = page.getByLabel('New password', { exact: true })
    await password.fill('short')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await password.fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(page.getByText('Your new password is saved')).toBeVisible()

    await page.goto('about:blank')
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(`${NEW_PASSWORD}, again`)
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()

    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    const signIn = async (words: string) => {
      await page.getByLabel('Username').fill('demo')
      await page.getByLabel('Password', { exact: true }).fill(words)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await signIn(PASSWORD)
    await expect(page.getByText('The username or password is not right.', { exact: true })).toBeVisible()
    await signIn(NEW_PASSWORD)
    await page.waitForURL('**/app/home')
  } finally {
    await postroom.stop()
  }
})
