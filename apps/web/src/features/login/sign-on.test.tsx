import { beginSignOn, findSignOn, finishSignOn } from '@postroom/contract/sign-on'
import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { USER } from '../../testing/a-user.ts'
import { openSignedOut } from '../../testing/open-page.tsx'

const OFFER = 'Sign in with Llewellyn Bindery'

const offered = (passwords: boolean) =>
  server.on(findSignOn, ({ query: { at } }) => ({
    passwords: at === 'bindery.example' ? passwords : true,
    ...(at === 'bindery.example' && { organisation: 'Llewellyn Bindery' }),
  }))

it('offers the identity provider for a mail domain, of which only the ending is sent', async () => {
  const calls = offered(true)
  const user = openSignedOut('/login')
  await user.type(await screen.findByLabelText('Username'), 'nia@elsewhere.example')
  await waitFor(() => expect(calls.at(-1)?.query.at).toBe('elsewhere.example'))
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull()
  await user.clear(screen.getByLabelText('Username'))
  await user.type(screen.getByLabelText('Username'), 'Nia@Bindery.Example')
  expect(await screen.findByRole('button', { name: OFFER })).toBeVisible()
  expect(screen.getByLabelText('Password', { exact: true })).toBeVisible()
  expect(JSON.stringify(calls)).not.toMatch(/nia/i)
})

it('asks for no password where passwords are off, and Enter goes on', async () => {
  offered(false)
  const begun = server.on(beginSignOn, () => UNREACHABLE)
  const user = openSignedOut('/login?returnUrl=%2Fapp%2Fhistory')
  await user.type(await screen.findByLabelText('Username'), 'nia@bindery.example')
  await screen.findByRole('button', { name: OFFER })
  expect(screen.queryByLabelText('Password', { exact: true })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  await user.type(screen.getByLabelText('Username'), '{Enter}')
  expect(await screen.findByText(/^A network error occurred/)).toBeVisible()
  expect(begun.map(({ body }) => body)).toEqual([{ at: 'bindery.example', return_url: '/app/history' }])
})

it('offers it at once by the link of an organisation, and says why it cannot begin', async () => {
  server.on(findSignOn, () => ({ organisation: 'Llewellyn Bindery', passwords: true }))
  server.on(beginSignOn, () => new Refusal('sign_on_unavailable'))
  const user = openSignedOut('/login?organisation=llewellyn-bindery')
  await user.click(await screen.findByRole('button', { name: OFFER }))
  expect(await screen.findByText(/identity provider of your organisation does not answer/)).toBeVisible()
})

it('finishes with the code, which leaves the address bar, and opens the page of the beginning', async () => {
  const calls = server.on(finishSignOn, () => ({ user: USER, return_url: '/app/device-preferences' }))
  openSignedOut('/login/sign-on?state=the-state&code=the-code&iss=https%3A%2F%2Flogin.example')
  expect(await screen.findByRole('heading', { level: 1, name: 'Printers' })).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([
    { state: 'the-state', code: 'the-code', iss: 'https://login.example' },
  ])
  expect(location.href).not.toContain('the-code')
})

it('opens no other site afterwards', async () => {
  server.on(finishSignOn, () => ({ user: USER, return_url: '//evil.example/app' }))
  openSignedOut('/login/sign-on?state=s&code=c')
  expect(await screen.findByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
})

it.each([
  ['sign_on_expired', /took too long or began in another browser/],
  ['sign_on_mail', /does not confirm a mail address of your organisation/],
  ['sign_on_unavailable', /does not answer/],
] as const)('says why it was refused: %s', async (code, words) => {
  server.on(finishSignOn, () => new Refusal(code))
  openSignedOut('/login/sign-on?state=s&code=c')
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/login')
})

it('shows no text of the provider', async () => {
  openSignedOut('/login/sign-on?state=s&error=access_denied&error_description=Call%200800%20000')
  expect(await screen.findByText(/did not confirm this sign-in/)).toBeVisible()
  expect(document.body).not.toHaveTextContent('0800')
})
