import { forgotPassword, resetPassword } from '@postroom/contract/password'
import { fieldError } from '@postroom/contract/field-errors'
import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openSignedOut } from '../../testing/open-page.tsx'

const openReset = async () => {
  const user = openSignedOut('/reset')
  const username = await screen.findByLabelText('Username or e-mail address')
  const send = () => user.click(screen.getByRole('button', { name: 'Send the link' }))
  return { user, username, send }
}
const openNewPassword = async () => {
  const user = openSignedOut('/reset#token=a-token')
  const password = await screen.findByLabelText('New password')
  const save = () => user.click(screen.getByRole('button', { name: 'Save the password' }))
  return { user, password, save }
}
const isAnnounced = () => screen.queryByText(/Error ID/)

it('requests a reset link for a username, and says that it may be on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<{ accepted: true }>()
  const calls = server.on(forgotPassword, () => promise)
  const { user, username, send } = await openReset()
  expect(screen.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/login')
  expect(username).toBeValid()
  expect(username).toHaveAttribute('maxlength', '200')
  await user.type(username, '  demo ')
  await send()
  await screen.findByRole('progressbar')
  await user.type(username, '{Enter}')
  resolve({ accepted: true })
  expect(await screen.findByText(/an e-mail is on its way/)).toBeVisible()
  expect(username).not.toBeInTheDocument()
  expect(calls.map(({ body }) => body)).toEqual([{ username: 'demo' }])
})

it('asks for the username before anything is requested', async () => {
  const { user, username, send } = await openReset()
  await user.type(username, '  ')
  await send()
  expect(username).toBeInvalid()
  expect(username).toHaveAccessibleDescription(/Fill this in\./)
  await user.type(username, 'demo')
  expect(username).toBeValid()
})

it.each([
  ['a refusal', new Refusal('too_many_requests'), /^(?!.*Error ID).*attempts/i],
  ['a network error', UNREACHABLE, /^A network error occurred/],
] as const)(
  'shows %s once when a link is requested, and hides it during the next attempt',
  async (_what, answer, words) => {
    server.on(forgotPassword, () => answer)
    const { user, username, send } = await openReset()
    await user.type(username, 'demo')
    await send()
    expect(await screen.findByText(words)).toBeVisible()
    expect(isAnnounced()).toBeNull()
    server.on(forgotPassword, () => new Promise<never>(() => {}))
    await send()
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  },
)

it('removes the token of a link from the address, and saves the new password with it', async () => {
  const { promise, resolve } = Promise.withResolvers<{ reset: true }>()
  const calls = server.on(resetPassword, () => promise)
  const { user, password, save } = await openNewPassword()
  expect(screen.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible()
  expect(location.hash).toBe('')
  expect(location.pathname).toBe('/reset')
  expect(password).toBeValid()
  await user.type(password, 'long and hard to guess')
  await save()
  await screen.findByRole('progressbar')
  await user.type(password, '{Enter}')
  resolve({ reset: true })
  expect(await screen.findByText(/Your new password is saved/)).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'a-token', password: 'long and hard to guess' }])
})

it.each([
  ['', /Fill this in/],
  ['short', /Use at least 8 characters/],
])('rejects the new password %o before it is sent', async (typed, words) => {
  const calls = server.on(resetPassword, () => ({ reset: true as const }))
  const { user, password, save } = await openNewPassword()
  if (typed) await user.type(password, typed)
  await save()
  expect(password).toBeInvalid()
  expect(calls).toEqual([])
  expect(password).toHaveAccessibleDescription(words)
})

it('shows at the field why the server rejects a password', async () => {
  const easy = fieldError('password', 'password_too_common')
  server.on(resetPassword, () => new Refusal('invalid_request', { fields: [easy] }))
  const { user, password, save } = await openNewPassword()
  await user.type(password, 'password1234')
  await save()
  await waitFor(() => expect(password).toBeInvalid())
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
  expect(isAnnounced()).toBeNull()
})

it.each([
  ['an expired link', new Refusal('reset_token_invalid'), /link/i],
  ['a network error', UNREACHABLE, /^A network error occurred/],
] as const)('shows %s above the form, and hides it during the next attempt', async (_what, answer, words) => {
  server.on(resetPassword, () => answer)
  const { user, password, save } = await openNewPassword()
  await user.type(password, 'long and hard to guess')
  await save()
  expect(await screen.findByText(words)).toBeVisible()
  expect(password).toBeValid()
  server.on(resetPassword, () => new Promise<never>(() => {}))
  await save()
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

it('shows and hides the typed password', async () => {
  const { user, password } = await openNewPassword()
  expect(password).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show the password' }))
  expect(password).toHaveAttribute('type', 'text')
  await user.click(screen.getByRole('button', { name: 'Hide the password' }))
  expect(password).toHaveAttribute('type', 'password')
})

it('opens the form of a link that is followed while the page is open', async () => {
  await openReset()
  location.hash = '#token=a-token'
  expect(await screen.findByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible()
})

it('says beside each form what the product does', async () => {
  await openReset()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Every price explained, to the penny',
    'Labels straight to your own printer',
    'Charged once, even if the connection drops',
  ])
})
