import {
  addPasskey,
  challengePasskey,
  listPasskeys,
  preparePasskey,
  removePasskey,
  renamePasskey,
  type Passkey,
} from '@postroom/contract/passkey'
import { fieldError } from '@postroom/contract/field-errors'
import { getTwoFactor, prepareTwoFactor } from '@postroom/contract/two-factor'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveSession } from '../../session/session-store.ts'
import { USER } from '../../testing/a-user.ts'
import { closed, fakePasskeys, withoutPasskeys } from '../../testing/fake-passkeys.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { openToast } from '../../ui/toast-queue.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

const PASSKEY: Passkey = {
  id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01',
  name: 'Safari on iPhone',
  created_at: '2026-10-02T09:00:00.000Z',
  synced: true,
}
const OPTIONS = {
  challenge: 'c2lnbg',
  rp: { id: 'localhost', name: 'Postroom' },
  user: { id: 'dXNlcg', name: 'demo', displayName: 'Demo' },
  pubKeyCredParams: [],
  timeout: 300_000,
  attestation: 'none' as const,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
}
const OFFER = { secret: 'QX4TKM7BWE2RNJ5D', url: 'otpauth://totp/Postroom:demo?secret=QX4TKM7BWE2RNJ5D' }
const INSTEAD = { name: 'Use a passkey instead' }

let browser: ReturnType<typeof fakePasskeys>
beforeEach(() => {
  browser = fakePasskeys()
  server.on(getTwoFactor, () => ({ active: false, recovery_codes_left: 0 }))
  server.on(listPasskeys, () => ({ passkeys: [PASSKEY] }))
})
afterEach(withoutPasskeys)

const openTwoFactor = async () => {
  saveSession(USER)
  const user = show(<TwoFactorCard />)
  const card = within(await screen.findByRole('region', { name: 'Second step at sign-in' }))
  await user.click(await card.findByRole('button', { name: 'Set up' }))
  return { user, card }
}
const openPasskeys = async () => {
  saveSession(USER)
  const user = show(<PasskeysCard />)
  return { user, card: within(await screen.findByRole('region', { name: 'Passkeys' })) }
}

it('takes the signature of a passkey instead of the password', async () => {
  server.on(challengePasskey, () => ({ challenge: btoa('prove it').replaceAll('=', '') }))
  const prepared = server.on(prepareTwoFactor, () => OFFER)
  const { user, card } = await openTwoFactor()
  await user.click(await card.findByRole('button', INSTEAD))
  expect(await card.findByLabelText('Type the six digits it shows')).toBeVisible()
  expect(browser.asked).toEqual([{ challenge: 'prove it', inList: false }])
  expect(prepared.map(({ body }) => body)).toEqual([{ passkey: expect.objectContaining({ id: 'a-passkey' }) }])
})

it('says why a passkey did not prove it, and lets try again', async () => {
  server.on(challengePasskey, () => ({ challenge: 'c2lnbg' }))
  const { promise, resolve } = Promise.withResolvers<typeof OFFER>()
  const prepared = server.on(prepareTwoFactor, () => promise)
  browser.answers.push(closed())
  const { user, card } = await openTwoFactor()
  await user.click(await card.findByRole('button', INSTEAD))
  const words = /^No passkey was used/
  expect((await card.findByText(words)).closest('[role=alert]')).toBeVisible()
  await user.click(card.getByRole('button', INSTEAD))
  await waitFor(() => expect(prepared).toHaveLength(1))
  expect(card.queryByText(words)).toBeNull()
  // one proof at a time
  await waitFor(() => expect(card.getByRole('button', INSTEAD)).toBeDisabled())
  resolve(OFFER)
  expect(await card.findByLabelText('Type the six digits it shows')).toBeVisible()
})

it('says in a toast that the server gives no challenge', async () => {
  server.on(challengePasskey, () => new Refusal('too_many_requests'))
  const { user, card } = await openTwoFactor()
  await user.click(await card.findByRole('button', INSTEAD))
  await waitFor(() => expect(openToast()?.text).toMatch(/^\[Error ID: too_many_requests\]/))
  expect(card.queryByRole('alert')).toBeNull()
})

it.each([
  ['there are none', () => server.on(listPasskeys, () => ({ passkeys: [] }))],
  [
    'the server has none',
    () => server.on(listPasskeys, () => ({ passkeys: [PASSKEY], unavailable: 'address' as const })),
  ],
  ['the browser has none', withoutPasskeys],
])('offers no passkey as a proof where %s', async (_where, change) => {
  change()
  const { card } = await openTwoFactor()
  expect(card.getByLabelText('Current password')).toHaveFocus()
  expect(card.getByLabelText('Current password')).toHaveAttribute('maxlength', '1024')
  expect(card.queryByRole('button', INSTEAD)).toBeNull()
})

it('names a passkey of this computer after its browser', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0')
  const { credentials } = navigator
  const onThis = async (options: CredentialCreationOptions) =>
    Object.assign((await credentials.create(options))!, { authenticatorAttachment: 'platform' })
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: onThis } })
  server.on(preparePasskey, () => OPTIONS)
  const added = server.on(addPasskey, () => PASSKEY)
  const { user, card } = await openPasskeys()
  await user.click(await card.findByRole('button', { name: 'Add a passkey' }))
  expect(card.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  await user.type(card.getByLabelText('Current password'), 'demo-postroom{Enter}')
  await waitFor(() => expect(added.map(({ body }) => body.name)).toEqual(['Firefox on Linux']))
})

it('adds none when it is cancelled, and forgets what was wrong', async () => {
  server.on(preparePasskey, () => OPTIONS)
  browser.answers.push(closed())
  const { user, card } = await openPasskeys()
  await user.click(await card.findByRole('button', { name: 'Add a passkey' }))
  await user.type(card.getByLabelText('Current password'), 'demo-postroom{Enter}')
  expect(await card.findByText(/^No passkey was used/)).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Cancel' }))
  expect(card.queryByText(/^No passkey was used/)).toBeNull()
  expect(card.getByRole('button', { name: 'Add a passkey' })).toBeEnabled()
  expect(openToast()).toBeUndefined()
})

it('takes a tenth one', async () => {
  const nine = Array.from({ length: 9 }, () => ({ ...PASSKEY, id: crypto.randomUUID() }))
  server.on(listPasskeys, () => ({ passkeys: nine }))
  const { card } = await openPasskeys()
  expect(await card.findByRole('button', { name: 'Add a passkey' })).toBeEnabled()
  expect(card.queryByText(/there can be no more/)).toBeNull()
})

it('says while it loads, and shows no list where there is nothing to list', async () => {
  const { promise, resolve } = Promise.withResolvers<{ passkeys: [] }>()
  server.on(listPasskeys, () => promise)
  const { card } = await openPasskeys()
  expect(await card.findByRole('progressbar', { name: 'Loading' })).toBeVisible()
  resolve({ passkeys: [] })
  expect(await card.findByRole('button', { name: 'Add a passkey' })).toBeVisible()
  expect(card.queryByRole('list')).toBeNull()
})

it('shows at the field why a name is refused', async () => {
  const fields = [fieldError('name', 'too_long')]
  const calls = server.on(renamePasskey, () => new Refusal('invalid_request', { fields }))
  const { user, card } = await openPasskeys()
  await user.click(await card.findByRole('button', { name: 'Rename: Safari on iPhone' }))
  const name = await screen.findByLabelText('Name of the passkey')
  expect(name).toHaveValue('Safari on iPhone')
  expect(name).toHaveAttribute('maxlength', '60')
  await user.type(name, ' 2{Enter}')
  await waitFor(() => expect(name).toBeInvalid())
  expect(calls.map(({ body }) => body)).toEqual([{ name: 'Safari on iPhone 2' }])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('gives the focus to the list when one is removed, and closes the question when it could not be', async () => {
  let passkeys = [PASSKEY, { ...PASSKEY, id: crypto.randomUUID(), name: 'Blue key' }]
  server.on(listPasskeys, () => ({ passkeys }))
  const answers = [
    () => new Refusal('not_found'),
    () => {
      passkeys = [PASSKEY]
      return { removed: true as const }
    },
  ]
  server.on(removePasskey, () => answers.shift()!())
  const { user, card } = await openPasskeys()
  const remove = async () => {
    await user.click(await card.findByRole('button', { name: 'Remove: Blue key' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await remove()
  expect(card.getByText('Blue key')).toBeVisible()
  expect(await card.findByRole('list', { name: 'Passkeys' })).not.toHaveFocus()
  await remove()
  await waitFor(() => expect(card.queryByText('Blue key')).toBeNull())
  await waitFor(() => expect(card.getByRole('list', { name: 'Passkeys' })).toHaveFocus())
})

it.each([
  [4, false],
  [3, true],
  [1, true],
])('with %i recovery codes left it warns: %s', async (left, isWarning) => {
  server.on(getTwoFactor, () => ({ active: true, recovery_codes_left: left }))
  saveSession(USER)
  show(<TwoFactorCard />)
  const words = await screen.findByText(left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`)
  expect(words.closest('[class*=warn]') !== null).toBe(isWarning)
})
