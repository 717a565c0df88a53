import { issueToken } from '@postroom/contract/auth'
import { beginPasskeySignIn, signInWithPasskey } from '@postroom/contract/passkey'
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import { appConfig } from '../../app-config.ts'
import { USER } from '../../testing/a-user.ts'
import { closed, fakePasskeys, withoutPasskeys } from '../../testing/fake-passkeys.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openSignedOut } from '../../testing/open-page.tsx'

const BUTTON = 'Sign in with a passkey'
/** In base64url, as the server sends it. */
const base64url = (text: string) => btoa(text).replaceAll('=', '')

afterEach(withoutPasskeys)

it.each([
  ['the server has none', () => delete appConfig().passkeyOrigin],
  ['the page is at another address', () => (appConfig().passkeyOrigin = 'https://post.example')],
])('offers no passkeys where %s', async (_where, change) => {
  fakePasskeys()
  change()
  openSignedOut('/login')
  expect(await screen.findByLabelText('Username')).toHaveAttribute('autocomplete', 'username')
  expect(screen.queryByRole('button', { name: BUTTON })).toBeNull()
})

it('signs in with the passkey that signs the challenge, and opens the page that was asked for', async () => {
  const { asked } = fakePasskeys()
  server.on(beginPasskeySignIn, () => ({ challenge: base64url('sign this') }))
  const calls = server.on(signInWithPasskey, () => USER)
  const user = openSignedOut('/login?returnUrl=%2Fapp%2Fdevice-preferences')
  await user.click(await screen.findByRole('button', { name: BUTTON }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Printers' })).toBeVisible()
  expect(asked).toEqual([{ challenge: 'sign this', inList: false }])
  expect(calls.map(({ body }) => body)).toEqual([
    {
      id: 'a-passkey',
      response: {
        clientDataJSON: base64url('client data'),
        authenticatorData: base64url('data'),
        signature: base64url('signature'),
        userHandle: base64url('user'),
      },
    },
  ])
})

it.each([
  ['the window was closed', closed(), USER, /^No passkey was used: the window was closed/],
  ['the browser cannot', new DOMException('no', 'SecurityError'), USER, /cannot make or use a passkey here/],
  ['the server refuses it', 'signed', new Refusal('invalid_credentials'), /^This passkey was not accepted/],
  ['passwords are off', 'signed', new Refusal('passwords_off'), /identity provider only/],
  ['too many failed', 'signed', new Refusal('too_many_requests'), /^Too many attempts/],
  ['the network is down', 'signed', UNREACHABLE, /^A network error occurred/],
] as const)('says why it failed, and lets try again: %s', async (_why, answer, outcome, words) => {
  fakePasskeys().answers.push(answer)
  server.on(beginPasskeySignIn, () => ({ challenge: base64url('sign this') }))
  server.on(signInWithPasskey, () => outcome)
  const user = openSignedOut('/login')
  await user.click(await screen.findByRole('button', { name: BUTTON }))
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByText(/Error ID/)).toBeNull()
  server.on(signInWithPasskey, () => USER)
  await user.click(screen.getByRole('button', { name: BUTTON }))
  expect(await screen.findByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
})

it('is the second step after the password, and signs in alone once the challenge is used up', async () => {
  const { asked } = fakePasskeys()
  server.on(issueToken, () => new Refusal('mfa_required', { details: { passkey_challenge: base64url('second') } }))
  server.on(beginPasskeySignIn, () => ({ challenge: base64url('first') }))
  const answers = [new Refusal('invalid_credentials'), USER]
  server.on(signInWithPasskey, () => answers.shift()!)
  const user = openSignedOut('/login')
  await user.type(await screen.findByLabelText('Username'), 'demo')
  await user.type(screen.getByLabelText('Password', { exact: true }), 'demo-postroom{Enter}')
  const instead = await screen.findByRole('button', { name: 'Use a passkey instead' })
  expect(screen.getByLabelText('Sign-in code')).toHaveFocus()
  await user.click(instead)
  expect(await screen.findByText(/^This passkey was not accepted/)).toBeVisible()
  await user.click(instead)
  expect(await screen.findByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
  expect(asked.map(({ challenge }) => challenge)).toEqual(['second', 'first'])
})

it('offers none as the second step of a user without passkeys', async () => {
  fakePasskeys()
  server.on(issueToken, () => new Refusal('mfa_required'))
  const user = openSignedOut('/login')
  await user.type(await screen.findByLabelText('Username'), 'demo')
  await user.type(screen.getByLabelText('Password', { exact: true }), 'demo-postroom{Enter}')
  expect(await screen.findByLabelText('Sign-in code')).toHaveFocus()
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
})

it('signs in with a passkey that is chosen in the list under the username', async () => {
  const { asked, choose } = fakePasskeys({ hasList: true })
  server.on(beginPasskeySignIn, () => ({ challenge: base64url('sign this') }))
  server.on(signInWithPasskey, () => USER)
  openSignedOut('/login')
  expect(await screen.findByLabelText('Username')).toHaveAttribute('autocomplete', 'username webauthn')
  await waitFor(() => expect(asked).toEqual([{ challenge: 'sign this', inList: true }]))
  choose()
  expect(await screen.findByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
})

it('offers the button where the list cannot be offered', async () => {
  fakePasskeys({ hasList: true })
  const asked = server.on(beginPasskeySignIn, () => UNREACHABLE)
  openSignedOut('/login')
  await waitFor(() => expect(asked).not.toEqual([]))
  expect(await screen.findByRole('button', { name: BUTTON })).toBeEnabled()
  expect(screen.queryByText(/^A network error/)).toBeNull()
})

it('offers no list for the second step, and takes none back after the page is left', async () => {
  const { asked, choose } = fakePasskeys({ hasList: true })
  server.on(issueToken, () => new Refusal('mfa_required', { details: { passkey_challenge: base64url('second') } }))
  server.on(beginPasskeySignIn, () => ({ challenge: base64url('sign this') }))
  const calls = server.on(signInWithPasskey, () => USER)
  const user = openSignedOut('/login')
  await waitFor(() => expect(asked).toHaveLength(1))
  await user.type(await screen.findByLabelText('Username'), 'demo')
  await user.type(screen.getByLabelText('Password', { exact: true }), 'demo-postroom{Enter}')
  await screen.findByRole('button', { name: 'Use a passkey instead' })
  choose()
  expect(asked.filter(({ inList }) => inList)).toHaveLength(1)
  expect(calls).toEqual([])
})
