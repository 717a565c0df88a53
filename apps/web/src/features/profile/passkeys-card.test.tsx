import { addPasskey, listPasskeys, preparePasskey, removePasskey, renamePasskey } from '@postroom/contract/passkey'
import type { Passkey } from '@postroom/contract/passkey'
import { getTwoFactor } from '@postroom/contract/two-factor'
import { fieldError } from '@postroom/contract/field-errors'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveSession } from '../../session/session-store.ts'
import { USER } from '../../testing/a-user.ts'
import { closed, fakePasskeys, withoutPasskeys } from '../../testing/fake-passkeys.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { openToast } from '../../ui/toast-queue.ts'
import { PasskeysCard } from './passkeys-card.tsx'

const aPasskey = (changes: Partial<Passkey> = {}): Passkey => ({
  id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01',
  name: 'Safari on iPhone',
  created_at: '2026-10-02T09:00:00.000Z',
  synced: true,
  ...changes,
})
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

let browser: ReturnType<typeof fakePasskeys>
beforeEach(() => {
  browser = fakePasskeys()
  server.on(getTwoFactor, () => ({ active: false, recovery_codes_left: 0 }))
})
afterEach(withoutPasskeys)

const open = async () => {
  saveSession(USER)
  const user = show(<PasskeysCard />)
  return { user, card: within(await screen.findByRole('region', { name: 'Passkeys' })) }
}

it('lists each passkey: where it is, when it was added and used', async () => {
  const used = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const second = { id: crypto.randomUUID(), name: 'Blue key', synced: false, last_used_at: used }
  server.on(listPasskeys, () => ({ passkeys: [aPasskey(), aPasskey(second)] }))
  const { card } = await open()
  expect(await card.findByText('Synced · added on 2 Oct 2026 · never used')).toBeVisible()
  expect(card.getByText('On one device only · added on 2 Oct 2026 · last used 3 hours ago')).toBeVisible()
  const names = within(card.getByRole('list', { name: 'Passkeys' })).getAllByRole('listitem')
  expect(names.map((row) => within(row).getAllByText(/^(Safari|Blue)/)[0]!.textContent)).toEqual([
    'Safari on iPhone',
    'Blue key',
  ])
})

it.each([
  ['address', /need an https address with a domain name/],
  ['sign_on', /signs in through its identity provider only/],
] as const)('says why there are none: %s', async (unavailable, words) => {
  server.on(listPasskeys, () => ({ passkeys: [], unavailable }))
  const { card } = await open()
  expect(await card.findByText(words)).toBeVisible()
  expect(card.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

it('says when the browser has none, and still lets remove one', async () => {
  withoutPasskeys()
  server.on(listPasskeys, () => ({ passkeys: [aPasskey()] }))
  const { card } = await open()
  expect(await card.findByText('This browser cannot use passkeys at this address.')).toBeVisible()
  expect(card.getByRole('button', { name: 'Remove: Safari on iPhone' })).toBeEnabled()
  expect(card.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

it('takes no more than ten', async () => {
  const ten = Array.from({ length: 10 }, () => aPasskey({ id: crypto.randomUUID() }))
  server.on(listPasskeys, () => ({ passkeys: ten }))
  const { card } = await open()
  expect(await card.findByRole('button', { name: 'Add a passkey' })).toBeDisabled()
  expect(card.getByText(/there can be no more/)).toBeVisible()
})

it('adds one after the password, which stays typed when the window of the browser is closed', async () => {
  let passkeys: Passkey[] = []
  server.on(listPasskeys, () => ({ passkeys }))
  const wrong = new Refusal('invalid_request', { fields: [fieldError('current_password', 'password_wrong')] })
  const answers = [wrong, OPTIONS, OPTIONS, OPTIONS]
  const prepared = server.on(preparePasskey, () => answers.shift()!)
  browser.answers.push(closed(), new DOMException('twice', 'InvalidStateError'))
  const added = server.on(addPasskey, ({ body: { name } }) => {
    passkeys = [aPasskey({ name })]
    return passkeys[0]!
  })
  const { user, card } = await open()
  await user.click(await card.findByRole('button', { name: 'Add a passkey' }))
  const password = card.getByLabelText('Current password')
  expect(password).toHaveFocus()
  expect(card.queryByRole('button', { name: 'Use a passkey instead' })).toBeNull()
  await user.type(password, 'demo-postroom{Enter}')
  await waitFor(() => expect(password).toHaveAccessibleDescription('This is not your current password.'))
  expect(openToast()).toBeUndefined()
  const goOn = () => user.click(card.getByRole('button', { name: 'Continue' }))
  await goOn()
  expect(await card.findByText(/^No passkey was used/)).toBeVisible()
  await goOn()
  expect(await card.findByText(/already has a passkey for you/)).toBeVisible()
  await goOn()
  expect(await card.findByText('Security key or telephone')).toBeVisible()
  expect(card.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  expect(prepared.at(-1)?.body).toEqual({ current_password: 'demo-postroom' })
  expect(added.map(({ body }) => body.credential.id)).toEqual(['a-passkey'])
})

it('asks for a code too where the second step is on, unless a passkey confirms it', async () => {
  server.on(getTwoFactor, () => ({ active: true, recovery_codes_left: 9 }))
  server.on(listPasskeys, () => ({ passkeys: [aPasskey()] }))
  const { user, card } = await open()
  await user.click(await card.findByRole('button', { name: 'Add a passkey' }))
  expect(card.getByLabelText('Sign-in code')).toBeVisible()
  expect(await card.findByRole('button', { name: 'Use a passkey instead' })).toBeEnabled()
})

it('gives another name, and shows that it is empty', async () => {
  let name = 'Safari on iPhone'
  server.on(listPasskeys, () => ({ passkeys: [aPasskey({ name })] }))
  server.on(renamePasskey, ({ body }) => aPasskey({ name: (name = body.name) }))
  const { user, card } = await open()
  await user.click(await card.findByRole('button', { name: 'Rename: Safari on iPhone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename the passkey' }))
  const field = dialog.getByLabelText('Name of the passkey')
  await user.clear(field)
  await user.click(dialog.getByRole('button', { name: 'Save the name' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription('Fill this in.'))
  await user.type(field, 'Blue key{Enter}')
  expect(await card.findByText('Blue key')).toBeVisible()
})

it('removes one after a question', async () => {
  let passkeys = [aPasskey(), aPasskey({ id: crypto.randomUUID(), name: 'Blue key' })]
  server.on(listPasskeys, () => ({ passkeys }))
  const calls = server.on(removePasskey, ({ params }) => {
    passkeys = passkeys.filter(({ id }) => id !== params.passkeyId)
    return { removed: true as const }
  })
  const { user, card } = await open()
  const ask = async () => {
    await user.click(await card.findByRole('button', { name: 'Remove: Blue key' }))
    return within(await screen.findByRole('alertdialog', { name: 'Remove ‘Blue key’?' }))
  }
  await user.click((await ask()).getByRole('button', { name: 'Cancel' }))
  expect(calls).toEqual([])
  await user.click((await ask()).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(card.queryByText('Blue key')).toBeNull())
  expect(card.getByText('Safari on iPhone')).toBeVisible()
})

it('offers to load the list again after a failure', async () => {
  server.on(listPasskeys, () => new Refusal('invalid_request'))
  const { user, card } = await open()
  expect(await card.findByText('This could not be loaded.')).toBeVisible()
  expect(openToast()).toBeUndefined()
  server.on(listPasskeys, () => ({ passkeys: [] }))
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByRole('button', { name: 'Add a passkey' })).toBeEnabled()
})
