import { issueToken } from '@postroom/contract/auth'
import { beginSignOn, findSignOn, finishSignOn } from '@postroom/contract/sign-on'
import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { USER } from '../../testing/a-user.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openSignedOut } from '../../testing/open-page.tsx'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'

const OFFER = 'Sign in with Llewellyn Bindery'
const offered = (passwords: boolean) => server.on(findSignOn, () => ({ organisation: 'Llewellyn Bindery', passwords }))
const username = () => screen.findByLabelText('Username')
const password = () => screen.getByLabelText('Password', { exact: true })
const limits = () =>
  Object.fromEntries([...document.querySelectorAll('input')].map(({ name, maxLength }) => [name, maxLength]))
/** The notice with these words. */
const alert = async (words: RegExp) => (await screen.findByText(words)).parentElement!.parentElement!

it('takes usernames, passwords and codes that are not too long', async () => {
  server.on(issueToken, () => new Refusal('mfa_required'))
  const user = openSignedOut('/login')
  await user.type(await username(), 'demo')
  await user.type(password(), 'demo-postroom{Enter}')
  await screen.findByLabelText('Sign-in code')
  expect(limits()).toEqual({ username: 200, password: 1024, otp: 40 })
})

it('says on the page which fields lack, and focuses the first of them', async () => {
  const user = openSignedOut('/login')
  await user.type(await username(), ' {Enter}')
  expect(screen.getByText('Fill in: Username, Password.')).toBeInTheDocument()
  expect(await username()).toHaveFocus()
  expect(await username()).toHaveAccessibleDescription('Fill this in.')
  await user.type(await username(), 'demo')
  expect(await username()).toBeValid()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(password()).toHaveFocus()
  expect(screen.getByText('Fill in: Password.')).toBeInTheDocument()
})

it('sends one question while the button is pressed again, and then hides what was wrong', async () => {
  const answers: (() => Promise<Refusal> | Refusal)[] = [() => new Refusal('invalid_credentials')]
  const calls = server.on(issueToken, () => (answers.shift() ?? (() => new Promise<never>(() => {})))())
  const user = openSignedOut('/login?error=Signed%20out')
  expect(await screen.findByText('Signed out')).toBeVisible()
  await user.type(await username(), 'demo')
  await user.type(password(), 'x{Enter}')
  expect(await screen.findByText('The username or password is not right.')).toBeVisible()
  expect(screen.queryByText('Signed out')).toBeNull()
  await user.type(password(), '{Enter}')
  await waitFor(() => expect(screen.queryByText('The username or password is not right.')).toBeNull())
  await user.type(password(), '{Enter}')
  expect(calls).toHaveLength(2)
})

it('asks for the code again when it is refused, and for none after another username', async () => {
  const answers = [new Refusal('mfa_required'), new Refusal('otp_invalid')]
  const calls = server.on(issueToken, () => answers.shift()!)
  const user = openSignedOut('/login')
  await user.type(await username(), 'demo')
  await user.type(password(), 'x{Enter}')
  await user.type(await screen.findByLabelText('Sign-in code'), '123456{Enter}')
  await waitFor(() => expect(screen.getByLabelText('Sign-in code')).toBeInvalid())
  expect(calls.map(({ body }) => body.otp)).toEqual([undefined, '123456'])
  expect(screen.getByLabelText('Sign-in code')).toHaveValue('123456')
  await user.type(await username(), 'x')
  expect(screen.queryByLabelText('Sign-in code')).toBeNull()
})

it('says which page opens afterwards only to those who were signed out', async () => {
  openSignedOut('/login?returnUrl=%2Fapp%2Fhistory')
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeEnabled()
  expect(screen.queryByText(/^You return to/)).toBeNull()
})

it('names no page to those who return to the first one', async () => {
  openSignedOut('/login?returnUrl=%2Fapp%2Fhome&reason=idle')
  expect(await screen.findByText(/^Postroom was not used for a while/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  expect(screen.queryByText(/^You return to/)).toBeNull()
})

it('asks once for a typed mail domain, when it has settled, and keeps the answer for a minute', async () => {
  useMovedClock()
  const calls = offered(true)
  const user = openSignedOut('/login')
  await username()
  await user.paste('nia@bindery.example')
  expect(calls).toEqual([])
  await pass(0.5)
  expect(await screen.findByRole('button', { name: OFFER })).toBeVisible()
  expect(calls).toHaveLength(1)
  // the clock also runs by itself
  await pass(30)
  await user.clear(await username())
  await pass(0.5)
  await user.paste('tom@bindery.example')
  await pass(0.4)
  expect(calls).toHaveLength(1)
  await user.clear(await username())
  await pass(40)
  await user.paste('tom@bindery.example')
  await pass(0.5)
  await waitFor(() => expect(calls).toHaveLength(2))
})

it.each([
  ['/login?organisation=llewellyn-bindery', 'llewellyn-bindery'],
  [`/login?organisation=${'a'.repeat(50)}`, 'a'.repeat(50)],
  [`/login?organisation=${'a'.repeat(51)}`, undefined],
  ['/login?organisation=a%20b', undefined],
])('the link %s is of the organisation %s', async (path, at) => {
  useMovedClock()
  const calls = offered(true)
  openSignedOut(path)
  await username()
  await pass(1)
  expect(calls.map(({ query }) => query.at)).toEqual(at === undefined ? [] : [at])
})

it('opens the page of the identity provider, and stays pending until it is there', async () => {
  offered(true)
  // jsdom opens no other page than this one
  server.on(beginSignOn, () => ({ url: `${location.href}#provider` }))
  const user = openSignedOut('/login?organisation=llewellyn-bindery')
  await user.click(await screen.findByRole('button', { name: OFFER }))
  await waitFor(() => expect(location.hash).toBe('#provider'))
  expect(screen.getByRole('button', { name: OFFER })).toHaveAttribute('data-pending', 'true')
})

it('says under the offer that a password does too, where it does', async () => {
  offered(true)
  openSignedOut('/login?organisation=llewellyn-bindery')
  await screen.findByRole('button', { name: OFFER })
  expect(screen.getByText('or with a password')).toBeVisible()
  expect(screen.queryByText(/^A network error/)).toBeNull()
})

it.each([
  ['state=s', 'the code'],
  ['code=c', 'the state'],
])('finishes no sign-in with only %s: it lacks %s', async (query) => {
  const calls = server.on(finishSignOn, () => ({ user: USER }))
  openSignedOut(`/login/sign-on?${query}`)
  expect(await alert(/did not confirm this sign-in/)).toHaveRole('alert')
  expect(calls).toEqual([])
})

it('finishes once, shows that it does, and opens the first page where none was asked for', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const calls = server.on(finishSignOn, async () => {
    await promise
    return { user: USER }
  })
  openSignedOut('/login/sign-on?state=s&code=c')
  expect(await screen.findByRole('progressbar')).toBeVisible()
  const before = history.length
  resolve()
  expect(await screen.findByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([{ state: 's', code: 'c' }])
  // going back does not finish it again
  expect(history.length).toBe(before)
})

it('says that the server cannot be reached, and no more', async () => {
  server.on(finishSignOn, () => UNREACHABLE)
  openSignedOut('/login/sign-on?state=s&code=c')
  expect(await alert(/^A network error occurred/)).toHaveRole('alert')
})

it('says the refusal on the page only', async () => {
  server.on(finishSignOn, () => new Refusal('sign_on_mail'))
  openSignedOut('/login/sign-on?state=s&code=c')
  expect(await alert(/does not confirm a mail address/)).toHaveRole('alert')
  expect(screen.queryByText(/Error ID/)).toBeNull()
})
