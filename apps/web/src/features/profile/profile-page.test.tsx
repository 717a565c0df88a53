import { getUser, updateSelf } from '@postroom/contract/identity'
import { endOtherSessions, endSession, listSessions } from '@postroom/contract/auth'
import { getTwoFactor } from '@postroom/contract/two-factor'
import { fieldError } from '@postroom/contract/field-errors'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { readSession } from '../../session/session-store.ts'
import { pageOf } from '../../testing/answers.ts'
import { USER } from '../../testing/a-user.ts'
import { pairTwoDevices } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const { id, username, fullname, email, plan } = USER
const OWN = { id, username, fullname, email, plan }
const ORGANISATION = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Teifi Bindery' }
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) Version/26.1 Mobile/15E148 Safari/604.1'

const aSession = (current: boolean, user_agent: string, ago: number) => ({
  id: crypto.randomUUID(),
  user_agent,
  address: '203.0.113.18',
  started_at: '2026-11-19T08:41:00.000Z',
  renewed_at: new Date(Date.now() - ago * 60_000).toISOString(),
  ends_at: '2026-11-19T20:41:00.000Z',
  current,
})

beforeEach(() => {
  server.on(getUser, () => ({ ...OWN, organisation: ORGANISATION, is_provisioned: false }))
  server.on(listSessions, () => pageOf([aSession(true, CHROME, 0)]))
  server.on(getTwoFactor, () => ({ active: false, recovery_codes_left: 0 }))
})

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const openName = async () => {
  const user = openPage('/app/profile')
  const card = await region('Name and e-mail')
  return { user, card, save: card.getByRole('button', { name: 'Save name and e-mail' }) }
}

it('saves another name without a password, says when, and shows it in the menu of the user', async () => {
  const calls = server.on(updateSelf, ({ body }) => ({ ...OWN, fullname: body.fullname! }))
  const { user, card, save } = await openName()
  expect(card.queryByLabelText(/^Current password/)).toBeNull()
  await user.clear(card.getByLabelText('Name'))
  await user.type(card.getByLabelText('Name'), 'Angharad Kendall')
  await user.click(save)
  expect(await card.findByText(/^Saved at \d\d:\d\d$/)).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([{ fullname: 'Angharad Kendall' }])
  expect(readSession()).toEqual({ ...USER, fullname: 'Angharad Kendall', expires_at: readSession()?.expires_at })
  expect(await screen.findByRole('button', { name: 'AK, Your account: Angharad Kendall' })).toBeVisible()
})

it('asks for the password where the e-mail address changes, and shows that it was wrong', async () => {
  const answers = [
    new Refusal('invalid_request', { fields: [fieldError('current_password', 'password_wrong')] }),
    { ...OWN, email: 'a@teifi.example' },
  ]
  const calls = server.on(updateSelf, () => answers.shift()!)
  const { user, card, save } = await openName()
  await user.clear(card.getByLabelText('E-mail address'))
  await user.type(card.getByLabelText('E-mail address'), 'a@teifi.example')
  await user.click(save)
  const password = card.getByLabelText(/^Current password/)
  expect(password).toHaveFocus()
  expect(password).toHaveAccessibleDescription('Fill this in.')
  await user.type(password, 'not this one')
  await user.click(save)
  await waitFor(() => expect(password).toHaveAccessibleDescription('This is not your current password.'))
  expect(password).toHaveFocus()
  expect(screen.queryByText(/Error ID/)).toBeNull()
  await user.clear(password)
  await user.type(password, 'demo-postroom')
  await user.click(save)
  expect(await card.findByText(/^Saved at/)).toBeVisible()
  expect(card.queryByLabelText(/^Current password/)).toBeNull()
  expect(calls.at(-1)?.body).toEqual({ fullname, email: 'a@teifi.example', current_password: 'demo-postroom' })
})

it('refuses what is no name and no e-mail address before it asks the server', async () => {
  const calls = server.on(updateSelf, () => OWN)
  const { user, card, save } = await openName()
  await user.clear(card.getByLabelText('Name'))
  await user.clear(card.getByLabelText('E-mail address'))
  await user.type(card.getByLabelText('E-mail address'), 'nobody')
  await user.type(card.getByLabelText(/^Current password/), 'x')
  await user.click(save)
  expect(card.getByLabelText('Name')).toHaveFocus()
  expect(card.getByLabelText('E-mail address')).toHaveAccessibleDescription('This is not an e-mail address.')
  expect(calls).toEqual([])
})

it('says how hard a new password is to guess, with the words of its owner, and empties the fields once it is saved', async () => {
  const answers = [new Refusal('invalid_request', { fields: [fieldError('password', 'password_too_common')] }), OWN]
  const calls = server.on(updateSelf, () => answers.shift()!)
  const user = openPage('/app/profile')
  const card = await region('Password')
  const [present, password] = [card.getByLabelText(/^Current password/), card.getByLabelText(/^New password/)]
  const strengthOf = async (text: string) => {
    await user.clear(password)
    await user.type(password, text)
    return password
      .getAttribute('aria-describedby')!
      .split(' ')
      .map((part) => document.getElementById(part)?.textContent)
      .join('')
  }
  expect(await strengthOf('short')).toContain('At least 8 characters')
  expect(await strengthOf('TeifiBindery')).toBe('Easy to guess (12 characters)')
  expect(await strengthOf('x8#Kd!vq')).toBe('Fair (8 characters)')
  expect(await strengthOf('kettle-harbour')).toBe('Strong (14 characters)')
  expect(await strengthOf('kettle-harbour-91-moss')).toBe('Very strong (22 characters)')
  await user.type(present, 'demo-postroom')
  const save = card.getByRole('button', { name: 'Save the password' })
  await user.click(save)
  await waitFor(() => expect(password).toHaveAccessibleDescription(/too easy to guess/))
  await user.click(save)
  expect(await card.findByText(/^Saved at/)).toBeVisible()
  expect([present, password].map((field) => (field as HTMLInputElement).value)).toEqual(['', ''])
  expect(calls.at(-1)?.body).toEqual({ current_password: 'demo-postroom', password: 'kettle-harbour-91-moss' })
})

it('says where the identity provider manages the account', async () => {
  const { card } = await openName()
  expect(card.queryByText(/identity provider/)).toBeNull()
  server.on(getUser, () => ({ ...OWN, organisation: ORGANISATION, is_provisioned: true }))
  openPage('/app/profile')
  expect(await screen.findByText(/identity provider manages your account and overwrites/)).toBeVisible()
})

it('offers to load the account again after a failure', async () => {
  server.on(getUser, () => new Refusal('invalid_request'))
  const user = openPage('/app/profile')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('region', { name: 'Password' })).toBeNull()
  server.on(getUser, () => ({ ...OWN, organisation: ORGANISATION, is_provisioned: false }))
  await user.click(again)
  expect(await screen.findByRole('region', { name: 'Password' })).toBeVisible()
})

it('changes language, workstation and appearance at once, and says when', async () => {
  const { reception, office } = pairTwoDevices()
  localStorage.setItem('postroom.device', reception.hub.id)
  const user = openPage('/app/profile')
  const card = await region('On this screen')
  await user.click(await card.findByRole('button', { name: /Print at$/ }))
  await user.click(screen.getByRole('option', { name: 'Back office' }))
  expect(await card.findByText(/^Saved at/)).toBeVisible()
  expect(localStorage.getItem('postroom.device')).toBe(office.hub.id)
  await user.click(card.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(await screen.findByRole('button', { name: 'Appearance: Dark' })).toBeVisible()
  await user.click(card.getByRole('button', { name: /Language$/ }))
  await user.click(screen.getByRole('option', { name: 'Français' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Votre compte' })).toBeVisible()
})

it('leads to pairing where no workstation is paired', async () => {
  openPage('/app/profile')
  const card = await region('On this screen')
  expect(card.getByRole('link', { name: 'Pair a device manager' })).toHaveAttribute('href', '/app/device-preferences')
})

it('lists the sessions, this one first, and ends one of them', async () => {
  const [here, phone] = [aSession(true, CHROME, 30), aSession(false, PHONE, 20)]
  let sessions = [phone, here]
  server.on(listSessions, () => pageOf(sessions))
  const ended = server.on(endSession, ({ params }) => {
    sessions = sessions.filter((session) => session.id !== params.sessionId)
    return { signed_out: true as const }
  })
  const user = openPage('/app/profile')
  const card = await region('Where you are signed in')
  const [first, second] = (await card.findAllByRole('listitem')).map((row) => row.textContent)
  expect(first).toMatch(/^Chrome on Windows this one203\.0\.113\.18 · since 19 Nov 2026, 08:41$/)
  expect(second).toBe('Safari on iPhone 203.0.113.18 · last seen 20 minutes agoEnd')
  expect(card.queryByRole('button', { name: /^End the other/ })).toBeNull()
  await user.click(card.getByRole('button', { name: 'End: Safari on iPhone' }))
  await waitFor(() => expect(card.getAllByRole('listitem')).toHaveLength(1))
  expect(ended.map(({ params }) => params.sessionId)).toEqual([phone.id])
  expect(card.getByRole('list')).toHaveFocus()
})

it('ends all others at once', async () => {
  let sessions = [aSession(true, CHROME, 0), aSession(false, PHONE, 20), aSession(false, 'curl/8', 3 * 24 * 60)]
  server.on(listSessions, () => pageOf(sessions))
  server.on(endOtherSessions, () => {
    sessions = sessions.slice(0, 1)
    return { signed_out: true as const }
  })
  const user = openPage('/app/profile')
  const card = await region('Where you are signed in')
  expect(await card.findByText('Another program')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'End the other 2' }))
  await waitFor(() => expect(card.getAllByRole('listitem')).toHaveLength(1))
})

it('offers to load the sessions again after a failure', async () => {
  server.on(listSessions, () => new Refusal('invalid_request'))
  const user = openPage('/app/profile')
  const card = await region('Where you are signed in')
  expect(await card.findByText('This could not be loaded.')).toBeVisible()
  server.on(listSessions, () => pageOf([aSession(true, CHROME, 0)]))
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText('Chrome on Windows')).toBeVisible()
})
