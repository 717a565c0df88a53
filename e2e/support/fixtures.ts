import { authUserSchema, type AuthUser } from '@postroom/contract/auth'
import { test as base, expect, type Page } from '@playwright/test'
import { startPostroom, type Postroom } from './postroom.ts'
import { topUp } from './sandbox.ts'

interface WorkerFixtures {
  /** A file that names a server shares it with no other file: what other tests buy or queue is not on its pages. */
  server: string
  /** One running product, shared by all tests of a worker that need no other settings. */
  postroom: Postroom
}

/**
 * Playwright's test on the real product. An uncaught error of a page fails the test, and so does a violation of the
 * content security policy or of Trusted Types.
 */
export const test = base.extend<{ noPageErrors: void }, WorkerFixtures>({
  server: ['', { option: true, scope: 'worker' }],
  postroom: [
    async ({}, use) => {
      const postroom = await startPostroom()
      // together its tests spend more than the demonstration's credit
      await topUp(postroom, 500_00)
      await use(postroom)
      await postroom.stop()
    },
    { scope: 'worker' },
  ],
  noPageErrors: [
    async ({ context, page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await context.exposeFunction('reportViolation', (violation: string) => void errors.push(violation))
      await context.addInitScript(() => {
        const { reportViolation } = window as unknown as { reportViolation: (violation: string) => void }
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
          reportViolation(`${effectiveDirective} stopped ${blockedURI} ${sample}`),
        )
      })
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

export const PASSWORD = 'demo-postroom'

/** Signs in through the login page. */
export async function signIn(page: Page, postroom: Postroom, username = 'demo'): Promise<void> {
  await page.goto(`${postroom.url}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/app/home')
}

/** Opens the page with a new session from the API. */
export async function comeSignedIn(page: Page, postroom: Postroom): Promise<void> {
  await useSession(page, postroom, await newSession(postroom))
}

/** A session straight from the API. */
export async function newSession(postroom: Postroom, username = 'demo'): Promise<AuthUser> {
  const body = new URLSearchParams({ grant_type: 'password', client_id: 'postroom-web', username, password: PASSWORD })
  const answer = await fetch(`${postroom.url}/api/auth/v1/token`, { method: 'POST', body })
  return authUserSchema.parse(await answer.json())
}

/** Puts a saved session, or none, into the browser before the next page is opened. */
export async function useSession(page: Page, postroom: Postroom, session: AuthUser | undefined): Promise<void> {
  await page.goto(`${postroom.url}/app-config.json`)
  await page.evaluate(
    (saved) => {
      if (saved.session) localStorage.setItem('postroom.session', saved.session)
      else localStorage.removeItem('postroom.session')
      // signing in sets it; without it a Lite user is signed out within two seconds
      if (saved.isLite) localStorage.setItem('postroom.lite', 'true')
      else localStorage.removeItem('postroom.lite')
    },
    { session: session && JSON.stringify(session), isLite: session?.plan === 'lite' },
  )
}
