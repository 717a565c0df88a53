import { endOtherSessions, endSession, listSessions } from '@postroom/contract/auth'
import { fieldError } from '@postroom/contract/field-errors'
import { getUser, updateSelf } from '@postroom/contract/identity'
import { getTwoFactor } from '@postroom/contract/two-factor'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { pageOf } from '../../testing/answers.ts'
import { USER } from '../../testing/a-user.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const OWN = {
  id: USER.id,
  username: 'kettleharbour',
  fullname: 'Idris Pembroke',
  email: 'quill@lantern.example',
  plan: USER.plan,
  organisation: { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Teifi Bindery' },
  is_provisioned: false,
}
const aSession = (current: boolean, user_agent: string) => ({
  id: crypto.randomUUID(),
  user_agent,
  address: '203.0.113.18',
  started_at: '2026-11-19T08:41:00.000Z',
  renewed_at: new Date().toISOString(),
  ends_at: '2026-11-19T20:41:00.000Z',
  current,
})
const HERE = aSession(true, 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0')
const PHONE = aSession(false, 'Mozilla/5.0 (iPad; CPU OS 26_1 like Mac OS X) CriOS/142.0 Mobile/15E148 Safari/604.1')
const OTHER = aSession(false, 'Mozilla/5.0 Firefox/145.0')

beforeEach(() => {
  server.on(getUser, () => OWN)
  server.on(listSessions, () => pageOf([HERE]))
  server.on(getTwoFactor, () => ({ active: false, recovery_codes_left: 0 }))
})
const open = async (name: string) => {
  const user = openPage('/app/profile')
  return { user, card: within(await screen.findByRole('region', { name })) }
}
/** Whether a button looks like the next thing to do. */
const isMain = (button: HTMLElement) => /primary/.test(button.className)
const isPending = (button: HTMLElement) => button.dataset['pending'] === 'true'

it('takes names, addresses and passwords that are not too long, and looks changed only while it is', async () => {
  server.on(updateSelf, ({ body }) => ({ ...OWN, fullname: body.fullname! }))
  const { user, card } = await open('Name and e-mail')
  const save = card.getByRole('button', { name: 'Save name and e-mail' })
  expect(card.getByLabelText('Name')).toHaveAttribute('maxlength', '100')
  expect(card.getByLabelText('E-mail address')).toHaveAttribute('maxlength', '200')
  expect([isMain(save), card.queryByText(/^A mail goes/)]).toEqual([false, null])
  await user.type(card.getByLabelText('E-mail address'), ' ')
  // spaces around it change no address
  expect(card.queryByLabelText(/^Current password/)).toBeNull()
  await user.type(card.getByLabelText('E-mail address'), '{Backspace}x')
  expect(card.getByText('A mail goes to the old address and the new one.')).toBeVisible()
  expect(card.getByLabelText(/^Current password/)).toHaveAttribute('maxlength', '1024')
  await user.type(card.getByLabelText('E-mail address'), '{Backspace}')
  await user.type(card.getByLabelText('Name'), ' Jr')
  expect(isMain(save)).toBe(true)
  await user.click(save)
  expect(await card.findByText(/^Saved at/)).toBeVisible()
  expect(card.getByLabelText('Name')).toHaveValue('Idris Pembroke Jr')
  expect(isMain(save)).toBe(false)
})

it.each(['kettleharbour', 'IdrisPembroke', 'quilllantern', 'TeifiBindery'])(
  'a password of the words of its owner is easy to guess: %s',
  async (words) => {
    const { user, card } = await open('Password')
    const save = card.getByRole('button', { name: 'Save the password' })
    expect(isMain(save)).toBe(false)
    const password = card.getByLabelText(/^New password/)
    await user.type(password, words)
    expect(password).toHaveAccessibleDescription(/^Easy to guess/)
    expect(isMain(save)).toBe(true)
  },
)

it('asks for both passwords, and says what the server refuses at the field only', async () => {
  const easy = fieldError('current_password', 'password_wrong')
  const calls = server.on(updateSelf, () => new Refusal('invalid_request', { fields: [easy] }))
  const { user, card } = await open('Password')
  const save = card.getByRole('button', { name: 'Save the password' })
  await user.click(save)
  const present = card.getByLabelText(/^Current password/)
  expect(present).toHaveAccessibleDescription('Fill this in.')
  expect(calls).toEqual([])
  await user.type(present, 'x')
  await user.type(card.getByLabelText(/^New password/), 'kestrel-orchard-91')
  await user.click(save)
  await waitFor(() => expect(present).toHaveAccessibleDescription('This is not your current password.'))
  expect(screen.queryByText(/Error ID/)).toBeNull()
  expect(document.querySelector('input[autocomplete=username]')).toHaveValue('kettleharbour')
})

it('reads the sessions again after a new password, which ends the others', async () => {
  server.on(listSessions, () => pageOf([HERE, PHONE]))
  server.on(updateSelf, () => OWN)
  const { user, card } = await open('Password')
  expect(await screen.findByText('Chrome on iPad')).toBeVisible()
  const asked = server.on(listSessions, () => pageOf([HERE]))
  await user.type(card.getByLabelText(/^Current password/), 'demo-postroom')
  await user.type(card.getByLabelText(/^New password/), 'kestrel-orchard-91')
  await user.click(card.getByRole('button', { name: 'Save the password' }))
  await waitFor(() => expect(screen.queryByText('Chrome on iPad')).toBeNull())
  expect(asked.map(({ query }) => query)).toMatchObject([{ orderBy: 'renewed_at', orderAsc: 'false', length: 100 }])
})

it('ends one session at a time, and shows which', async () => {
  server.on(listSessions, () => pageOf([OTHER, HERE, PHONE]))
  server.on(endSession, () => new Promise<never>(() => {}))
  const { user, card } = await open('Where you are signed in')
  await card.findByText('Firefox')
  const rows = card.getAllByRole('listitem')
  expect(rows.map((row) => /smartphone/.test(row.querySelector('svg')?.getAttribute('class') ?? ''))).toEqual([
    false,
    false,
    true,
  ])
  await user.click(card.getByRole('button', { name: 'End: Chrome on iPad' }))
  const [others, firefox, iPad] = card.getAllByRole('button')
  await waitFor(() => expect([others!, firefox!, iPad!].map(isPending)).toEqual([false, false, true]))
})

it('ends all others at once, and shows that it does', async () => {
  server.on(listSessions, () => pageOf([HERE, PHONE, OTHER]))
  const { promise, resolve } = Promise.withResolvers<{ signed_out: true }>()
  server.on(endOtherSessions, () => promise)
  const { user, card } = await open('Where you are signed in')
  await user.click(await card.findByRole('button', { name: 'End the other 2' }))
  await waitFor(() => expect(card.getAllByRole('button').map(isPending)).toEqual([true, false, false]))
  server.on(listSessions, () => pageOf([HERE]))
  resolve({ signed_out: true })
  await waitFor(() => expect(card.getAllByRole('listitem')).toHaveLength(1))
  expect(card.getByRole('list', { name: 'Where you are signed in' })).toHaveFocus()
  expect(card.getByRole('list')).toHaveAttribute('tabindex', '-1')
})

it('lists the sessions again when one could not be ended: it may have ended by itself', async () => {
  server.on(listSessions, () => pageOf([HERE, PHONE]))
  server.on(endSession, () => {
    server.on(listSessions, () => pageOf([HERE]))
    return new Refusal('not_found')
  })
  const { user, card } = await open('Where you are signed in')
  await user.click(await card.findByRole('button', { name: 'End: Chrome on iPad' }))
  await waitFor(() => expect(card.getAllByRole('listitem')).toHaveLength(1))
})

it.each([
  ['account', getUser],
  ['sessions', listSessions],
  ['second step', getTwoFactor],
])('says in its place only that the %s could not be loaded', async (_what, endpoint) => {
  const { promise, resolve } = Promise.withResolvers<Refusal>()
  server.on(endpoint, () => promise)
  openPage('/app/profile')
  expect(await screen.findAllByRole('progressbar', { name: 'Loading' })).not.toEqual([])
  resolve(new Refusal('internal_error'))
  expect(await screen.findByText('This could not be loaded.')).toBeVisible()
  expect(screen.queryByText(/Error ID/)).toBeNull()
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Loading' })).toBeNull())
})

it('says when another appearance was chosen', async () => {
  const { user, card } = await open('On this screen')
  await user.click(card.getByRole('radio', { name: 'Light' }))
  expect(await card.findByText(/^Saved at/)).toBeVisible()
})

it('offers the only workstation too', async () => {
  pairDevice()
  const { card } = await open('On this screen')
  expect(await card.findByRole('button', { name: /^Reception PC.*Print at$/ })).toBeVisible()
  expect(card.queryByRole('link', { name: 'Pair a device manager' })).toBeNull()
})

it('says in the new language when it was chosen', async () => {
  const { user, card } = await open('On this screen')
  expect(card.queryByText(/^Saved/)).toBeNull()
  await user.click(card.getByRole('button', { name: /Language$/ }))
  await user.click(screen.getByRole('option', { name: 'Français' }))
  expect(await screen.findByText(/^Enregistré à/)).toBeVisible()
})
