import { getPermission } from '@postroom/contract/identity'
import {
  getSignOn,
  removeSignOn,
  saveSignOn,
  testSignOn,
  type ShownSignOn,
  type SignOnResult,
} from '@postroom/contract/sign-on'
import { screen, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { NOTHING } from '../../../testing/sign-on-page.ts'

const PAGE = '/app/administration?view=sign_on'
const STORED: ShownSignOn = {
  ...NOTHING,
  settings: {
    issuer: 'https://login.bindery.example',
    client_id: 'postroom',
    plan: 'full',
    role: 'sender',
    groups_claim: 'groups',
    group_roles: [{ group: 'Post room', role: 'mailroom' }],
    passwords: true,
  },
  domains: [
    { domain: 'bindery.co.uk', is_confirmed: false },
    { domain: 'bindery.example', is_confirmed: true },
  ],
}

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
})

it('sets up: says what is wrong, then what the issuer lacks, then saves', async () => {
  let shown = NOTHING
  server.on(getSignOn, () => shown)
  const results: SignOnResult[] = ['other_issuer', 'ready']
  const saved = server.on(saveSignOn, () => ({ result: results.shift()!, reports_logout: false }))
  const user = openPage(PAGE)
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  expect(screen.getByText(NOTHING.redirect_uri)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Check and save' }))
  for (const name of ['Issuer', 'Client ID', 'Client secret']) expect(screen.getByLabelText(name)).toBeInvalid()
  expect(saved).toHaveLength(0)
  await user.type(screen.getByLabelText('Issuer'), 'https://login.bindery.example')
  await user.type(screen.getByLabelText('Client ID'), 'postroom')
  await user.type(screen.getByLabelText('Client secret'), 'secret')
  await user.type(screen.getByLabelText('Mail domains'), 'bindery.example, Bindery.co.uk')
  await user.click(screen.getByRole('button', { name: 'Add a group' }))
  await user.click(screen.getByRole('button', { name: 'Check and save' }))
  expect(screen.getByLabelText('Group')).toBeInvalid()
  await user.type(screen.getByLabelText('Group'), 'Post room')
  await user.click(screen.getByRole('button', { name: 'Check and save' }))
  expect(await screen.findByText(/Nothing was changed\. .* calls itself by another address/)).toBeVisible()
  shown = STORED
  await user.click(screen.getByRole('button', { name: 'Check and save' }))
  expect(await screen.findByText('Waits for the operator of this server')).toBeVisible()
  expect(saved.at(-1)?.body).toMatchObject({
    client_secret: 'secret',
    domains: ['bindery.example', 'bindery.co.uk'],
    group_roles: [{ group: 'Post room', role: 'mailroom' }],
    passwords: true,
  })
})

it('keeps the stored secret, and says why passwords cannot be turned off yet', async () => {
  server.on(getSignOn, () => STORED)
  const saved = server.on(saveSignOn, () => new Refusal('sign_on_unproven'))
  const user = openPage(PAGE)
  await user.click(await screen.findByLabelText('Users may also sign in with a password'))
  await user.click(screen.getByRole('button', { name: 'Check and save' }))
  expect(await screen.findByText(/Sign in through the identity provider first/)).toBeVisible()
  expect(saved[0]?.body).toMatchObject({ passwords: false })
  expect(saved[0]?.body).not.toHaveProperty('client_secret')
})

it('tests the connection, and says what follows when departures are not reported', async () => {
  server.on(getSignOn, () => STORED)
  server.on(testSignOn, () => ({ result: 'ready' as const, reports_logout: false }))
  const user = openPage(PAGE)
  await user.click(await screen.findByRole('button', { name: 'Test the connection' }))
  expect(await screen.findByText(/is ready\. It does not report .* twelve hours/)).toBeVisible()
})

it('forgets the result of a test when it saves', async () => {
  server.on(getSignOn, () => STORED)
  server.on(testSignOn, () => ({ result: 'ready' as const, reports_logout: false }))
  server.on(saveSignOn, () => new Refusal('sign_on_unproven'))
  const user = openPage(PAGE)
  await user.click(await screen.findByRole('button', { name: 'Test the connection' }))
  expect(await screen.findByText(/is ready/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Check and save' }))
  expect(await screen.findByText(/Sign in through the identity provider first/)).toBeVisible()
  expect(screen.queryByText(/is ready/)).toBeNull()
})

it.each([
  ['before the first key', { has_key: false }, /never called.*There is no API key for it yet/],
  ['before the first call', { has_key: true }, /never called/],
  ['in use', { has_key: true, last_called_at: '2026-11-27T09:15:00.000Z' }, /last called 27 Nov 2026, 09:15/],
  [
    'after the key ended',
    { has_key: false, last_called_at: '2026-11-27T09:15:00.000Z' },
    /can no longer disable users here/,
  ],
])('shows how the provider manages users: %s', async (_when, facts, text) => {
  const { base_uri } = NOTHING.provisioning
  server.on(getSignOn, () => ({ ...STORED, provisioning: { base_uri, ...facts } }))
  openPage(PAGE)
  const card = await screen.findByRole('region', { name: 'Users managed by the provider' })
  expect(card).toHaveTextContent(text)
  expect(within(card).getByText(base_uri)).toBeVisible()
  expect(within(card).getByRole('button', { name: 'Copy: Base address of SCIM' })).toBeVisible()
  expect(within(card).getByRole('link', { name: 'Open the API keys' })).toHaveAttribute(
    'href',
    '/app/administration?view=keys',
  )
})

it('removes sign-on after a question', async () => {
  let shown = STORED
  server.on(getSignOn, () => shown)
  const calls = server.on(removeSignOn, () => {
    shown = NOTHING
    return { removed: true as const }
  })
  const user = openPage(PAGE)
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Users sign in with passwords')).toBeVisible()
  expect(calls).toHaveLength(1)
})

it('offers to load again what could not be loaded', async () => {
  server.on(getSignOn, () => new Refusal('internal_error'))
  const user = openPage(PAGE)
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 })
  server.on(getSignOn, () => NOTHING)
  await user.click(again)
  expect(await screen.findByText('Users sign in with passwords')).toBeVisible()
})
