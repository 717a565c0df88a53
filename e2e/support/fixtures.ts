import { test as base, expect, type Page } from '@playwright/test'
import { startPostroom, type Postroom } from './postroom.ts'

interface WorkerFixtures {
  /** One running product for all tests of a worker that ask for nothing special. */
  postroom: Postroom
}

/** Playwright's test with the real product under it; a page error or an unexpected console error fails the test. */
export const test = base.extend<{ noPageErrors: void }, WorkerFixtures>({
  postroom: [
    async ({}, use) => {
      const postroom = await startPostroom()
      await use(postroom)
      await postroom.stop()
    },
    { scope: 'worker' },
  ],
  noPageErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

export const DEMO = { username: 'demo', password: 'demo-postroom' } as const

/** Signs in through the login screen, as a person does. */
export async function signIn(
  page: Page,
  postroom: Postroom,
  user: { username: string; password: string } = DEMO,
): Promise<void> {
  await page.goto(`${postroom.url}/login`)
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app/home')
}
