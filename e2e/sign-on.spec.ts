import { ukDateOf } from '@postroom/domain/calendar'
import path from 'node:path'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { embeddedUrl } from '../apps/server/src/db/embedded-cluster.ts'
import { inTransaction } from '../apps/server/src/db/in-transaction.ts'
import { DEMO_PASSWORD } from '../apps/server/src/demo/seed-organisation.ts'
import { confirmDomain } from '../apps/server/src/features/auth/sign-on/domain.store.ts'
import { CLIENT, IdentityProvider } from '../apps/server/src/testing/sign-on/identity-provider.ts'
import { expect, newSession, test } from './support/fixtures.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'

const HANDLE = 'llewellyn-bindery-ltd'
const DOMAIN = 'bindery.example'
const OFFER = 'Sign in with Llewellyn Bindery Ltd'

let postroom: Postroom
let provider: IdentityProvider
test.beforeAll(async () => {
  postroom = await startPostroom({ PRIVATE_HOSTS: 'allowed', DEVICE_MANAGER: 'off' })
  provider = await IdentityProvider.start(postroom.url, HANDLE)
  provider.people.set('nia', { email: `nia@${DOMAIN}`, email_verified: true, name: 'Nia Bevan' })
  provider.visitor = 'nia'
  const { token } = await newSession(postroom)
  const rights = { plan: 'full', role: 'sender', group_roles: [], passwords: true }
  const saved = await fetch(`${postroom.url}/api/identity/v1/organisation/sign-on`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...CLIENT, ...rights, issuer: provider.url, domains: [DOMAIN] }),
  })
  expect(await saved.json()).toEqual({ result: 'ready', reports_logout: true })
  await confirmByOperator()
})
test.afterAll(async () => {
  await provider.stop()
  await postroom.stop()
})

async function confirmByOperator(): Promise<void> {
  const database = await openDatabase(embeddedUrl(path.join(postroom.folder, 'postgres')))
  const { id } = await database.db
    .selectFrom('organisation')
    .select('id')
    .where('handle', '=', HANDLE)
    .executeTakeFirstOrThrow()
  await inTransaction(database.db, (tx) => confirmDomain(tx, id, DOMAIN, new Date()))
  await database.close()
}

test('signs in at the identity provider, out and in again, and loses access when removed there', async ({ page }) => {
  await page.goto(`${postroom.url}/login?returnUrl=%2Fapp%2Fdevice-preferences`)
  await page.getByLabel('Username').fill(`nia@${DOMAIN}`)
  await page.getByRole('button', { name: OFFER }).click()
  await expect(page).toHaveURL(`${postroom.url}/app/device-preferences`)
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)

  await page.goto(`${postroom.url}/login?organisation=${HANDLE}`)
  await page.getByRole('button', { name: OFFER }).click()
  await expect(page).toHaveURL(`${postroom.url}/app/home`)
  await page.goBack()
  expect(page.url()).not.toContain('code=')
  await page.goto(`${postroom.url}/app/home`)
  await expect(page.getByRole('heading', { level: 1, name: /Nia/ })).toBeVisible()

  await provider.remove('nia')
  await page.reload()
  await expect(page).toHaveURL(/\/login\?.*reason=elsewhere/)
})

test('loses access at once when the identity provider removes them by SCIM', async ({ page }) => {
  const { token } = await newSession(postroom)
  const call = (route: string, authorization: string, method: string, body: object) =>
    fetch(`${postroom.url}/api${route}`, {
      method,
      headers: { authorization: `Bearer ${authorization}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const limits = { accounts: null, calls_per_minute: 60, pence_per_day: null, last_day: ukDateOf(new Date()) }
  const asked = { name: 'Okta', scopes: ['provisioning'], ...limits, current_password: DEMO_PASSWORD }
  const made = await call('/identity/v1/organisation/apikey', token, 'POST', asked)
  const { secret } = (await made.json()) as { secret: string }
  const user = { userName: `mair@${DOMAIN}`, displayName: 'Mair Prosser' }
  const { id } = (await (await call('/scim/v2/Users', secret, 'POST', user)).json()) as { id: string }

  provider.people.set('mair', { email: user.userName, email_verified: true, name: user.displayName })
  provider.visitor = 'mair'
  await page.goto(`${postroom.url}/login?organisation=${HANDLE}`)
  await page.getByRole('button', { name: OFFER }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Mair/ })).toBeVisible()

  const Operations = [{ op: 'Replace', path: 'active', value: 'False' }]
  expect((await call(`/scim/v2/Users/${id}`, secret, 'PATCH', { Operations })).status).toBe(200)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(/\/login\?/)
  await page.goto(`${postroom.url}/login?organisation=${HANDLE}`)
  await page.getByRole('button', { name: OFFER }).click()
  await expect(page.getByRole('heading', { name: 'You were not signed in' })).toBeVisible()
})
