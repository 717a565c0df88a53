import { issueToken } from '@postroom/contract/auth'
import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { BAD_GATEWAY, Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { USER } from '../../testing/a-user.ts'
import { i18next } from '../../i18n.ts'
import { endSession, saveSession } from '../../session/session-store.ts'
import { openSignedOut } from '../../testing/open-page.tsx'

const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Sign in' }))
const signIn = async (user: UserEvent) => {
  await user.type(await screen.findByLabelText('Username'), '  demo  ')
  await user.type(screen.getByLabelText('Password', { exact: true }), 'demo-postroom')
  await submit(user)
}

it.each([
  ['the message of a refusal', new Refusal('invalid_credentials'), 'The username or password is not right.'],
  ['status and text of a response from a proxy', BAD_GATEWAY, '502 - Bad Gateway'],
  ['a network error', UNREACHABLE, /^A network error occurred, please check your internet connection/],
] as const)('shows %s (spec §8)', async (_what, answer, words) => {
  server.on(issueToken, () => answer)
  await signIn(openSignedOut('/login'))
  expect(await screen.findByText(words)).toBeVisible()
})

it('announces a refusal with its code (spec §8)', async () => {
  server.on(issueToken, () => new Refusal('too_many_requests'))
  await signIn(openSignedOut('/login'))
  expect(await screen.findByText(/^\[Error ID: too_many_requests\] \w+/)).toBeVisible()
})

it('shows the error of the URL as text, never as markup', async () => {
  openSignedOut(`/login?error=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeVisible()
  expect(document.querySelector('img[src=x]')).toBeNull()
})

it.each([
  ['/app/device-preferences', 'Printers'],
  ['//evil.example/app', /^Good/],
])('trims the username, and opens returnUrl %s only if it is a page of the app', async (returnUrl, title) => {
  const calls = server.on(issueToken, () => USER)
  await signIn(openSignedOut(`/login?returnUrl=${encodeURIComponent(returnUrl)}`))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(calls.map(({ body }) => body.username)).toEqual(['demo'])
})

it('asks for missing fields, and for a code only if this user needs one', async () => {
  const answers = [new Refusal('mfa_required'), new Refusal('otp_invalid'), USER]
  const calls = server.on(issueToken, () => answers.shift()!)
  const user = openSignedOut('/login')
  await signIn(user)
  const code = await screen.findByLabelText('Sign-in code')
  expect(code).toHaveFocus()
  expect(code).toHaveAccessibleDescription(/recovery code/)
  // asking for the code is not an error
  expect(screen.queryByText(/Error ID/)).toBeNull()
  await submit(user)
  expect(code).toHaveAccessibleDescription(/Fill this in/)
  expect(calls).toHaveLength(1)
  await user.type(code, '000000{Enter}')
  await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is wrong/))
  expect(code).toBeInvalid()
  await user.type(screen.getByLabelText('Password', { exact: true }), '!')
  expect(code).not.toBeInTheDocument()
})

it('shows a refusal in the language of the page', async () => {
  await i18next.changeLanguage('fr-fr')
  server.on(issueToken, () => new Refusal('invalid_credentials'))
  const user = openSignedOut('/login')
  await user.type(await screen.findByLabelText(/^Nom d/), 'demo')
  await user.type(screen.getByLabelText('Mot de passe', { exact: true }), 'x')
  await user.click(screen.getByRole('button', { name: 'Se connecter' }))
  expect(await screen.findByText('Le nom d’utilisateur ou le mot de passe est incorrect.')).toBeVisible()
})

it.each([
  ['idle', /^Postroom was not used for a while\. What you had typed is kept/],
  ['limit', /^A session lasts twelve hours at most/],
  ['elsewhere', /^Your session was ended elsewhere: .* because your password was changed/],
] as const)('explains a session that ended: %s', async (reason, words) => {
  saveSession(USER)
  endSession('/login')
  openSignedOut(`/login?returnUrl=%2Fapp%2Fshipping-single%3Fpackaging%3Dletter&reason=${reason}`)
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByText(/^You were signed out at \d\d:\d\d$/)).toBeVisible()
  expect(screen.getByLabelText('Username')).toHaveValue(USER.username)
  expect(screen.getByLabelText('Password', { exact: true })).toHaveFocus()
  expect(screen.getByText('You return to ‘Send a parcel’.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign in and go on' })).toBeEnabled()
})

it('explains nothing for a reason that it does not know', async () => {
  openSignedOut('/login?reason=%3Cb%3Emoney%3C%2Fb%3E')
  expect(await screen.findByLabelText('Username')).toHaveFocus()
  expect(screen.queryByText(/signed out/)).toBeNull()
})
