import {
  eraseMember,
  inviteMember,
  inviteMemberAgain,
  listMembers,
  updateMember,
  type Member,
} from '@postroom/contract/administration'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { USER } from '../../testing/a-user.ts'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const OWN: Member = {
  id: USER.id,
  username: 'demo',
  fullname: 'Demo User',
  email: 'demo@post.example',
  plan: 'full',
  roles: ['manager'],
  status: 'active',
  created_at: '2026-03-03T09:00:00.000Z',
  is_provisioned: false,
}
const PRIYA: Member = {
  ...OWN,
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  username: 'priya@bindery',
  fullname: 'Priya Desmond',
  email: 'priya@bindery.example',
  roles: ['sender'],
}

let members: Member[]
const allow = (permissions: string[], roles: string[] = []) =>
  server.on(getPermission, () => ({ permissions, roles, products: [], custom_data: {} }))

beforeEach(() => {
  members = [OWN, PRIYA]
  allow(['administration'])
  server.on(listMembers, () => pageOf(members))
})

/** The server changes its list, and answers with the changed user. */
const changes = () =>
  server.on(updateMember, ({ params, body: { is_disabled, ...body } }) => {
    const before = members.find(({ id }) => id === params.userId)!
    const status = is_disabled === undefined ? before.status : is_disabled ? 'disabled' : 'active'
    const after: Member = { ...before, ...(body as Partial<Member>), status }
    members = members.map((member) => (member.id === after.id ? after : member))
    return after
  })

const open = async () => {
  const user = openPage('/app/administration')
  await screen.findByRole('rowheader', { name: /Priya/ })
  return user
}
const openPriya = async () => {
  const user = await open()
  await user.click(screen.getByText('Priya Desmond'))
  return { user, drawer: within(screen.getByRole('complementary', { name: 'Priya Desmond' })) }
}
const row = (name: RegExp) => screen.getByRole('rowheader', { name }).closest('[role=row]')

it('lists the users and what each role may do', async () => {
  await open()
  expect(row(/Demo User/)).toHaveTextContent('Demo User you demo@post.exampleManagerFullActive3 Mar 2026')
  expect(screen.getByText('2 users')).toBeVisible()
  const rights = within(screen.getByRole('table'))
  expect(rights.getByRole('row', { name: /^Address book/ })).toHaveTextContent(/yes \(full plan\)/)
  expect(rights.getByRole('row', { name: /^Users, money/ })).toHaveTextContent(/nonoyes$/)
})

it('saves a changed role at once, and undoes it', async () => {
  const calls = changes()
  const { user, drawer } = await openPriya()
  await user.click(drawer.getByRole('button', { name: /Role/ }))
  await user.click(screen.getByRole('option', { name: 'Mailroom' }))
  expect(await screen.findByText('Priya Desmond now has: Mailroom.')).toBeVisible()
  await waitFor(() => expect(row(/Priya/)).toHaveTextContent('Mailroom'))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(row(/Priya/)).toHaveTextContent('Sender'))
  expect(calls.map(({ body }) => body)).toEqual([{ roles: ['mailroom'] }, { roles: ['sender'] }])
})

it('disables a user without a question, and enables them again', async () => {
  const calls = changes()
  const { user, drawer } = await openPriya()
  await user.click(drawer.getByRole('button', { name: 'Disable' }))
  expect(await drawer.findByRole('button', { name: 'Enable' })).toBeVisible()
  expect(row(/Priya/)).toHaveTextContent('Disabled')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await drawer.findByRole('button', { name: 'Disable' })).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([{ is_disabled: true }, { is_disabled: false }])
})

it('saves a changed plan at once, undoes it, and forgets the act when that is dismissed', async () => {
  const calls = changes()
  const { user, drawer } = await openPriya()
  await user.click(drawer.getByRole('button', { name: /Plan/ }))
  await user.click(screen.getByRole('option', { name: 'Lite' }))
  expect(await screen.findByText('Priya Desmond now has: Lite.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(row(/Priya/)).toHaveTextContent('Full'))
  expect(calls.map(({ body }) => body)).toEqual([{ plan: 'lite' }, { plan: 'full' }])
  await user.click(drawer.getByRole('button', { name: 'Disable' }))
  expect(await screen.findByText(/Priya Desmond .*disabled/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(calls).toHaveLength(3)
})

it.each([
  [true, 'Priya Desmond was invited by mail. The link works for three days.'],
  [false, 'Priya Desmond was added, but the mail could not be sent. Invite them again.'],
])('invites a user again, and says whether the mail was sent: %s', async (invitation_sent, said) => {
  members = [OWN, { ...PRIYA, status: 'invited' }]
  const calls = server.on(inviteMemberAgain, () => ({ ...PRIYA, status: 'invited' as const, invitation_sent }))
  const { user, drawer } = await openPriya()
  await user.click(drawer.getByRole('button', { name: 'Invite again' }))
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(calls).toMatchObject([{ params: { userId: PRIYA.id } }])
})

it('offers an active user no invitation, and an operator neither that nor an end', async () => {
  members = [OWN, { ...PRIYA, roles: ['sender', 'mailroom', 'operator'] }]
  const { drawer } = await openPriya()
  expect(drawer.getByText(/^This user operates the installation/)).toBeVisible()
  for (const name of ['Invite again', 'Disable', 'Erase…']) expect(drawer.queryByRole('button', { name })).toBeNull()
  expect(drawer.getByRole('button', { name: /Role/ })).toHaveTextContent('Sender, Mailroom')
})

it('erases nobody when the question is cancelled', async () => {
  const { user, drawer } = await openPriya()
  expect(drawer.queryByRole('button', { name: 'Invite again' })).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'Erase…' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(row(/Priya/)).toBeVisible()
})

it('sorts the list, and asks for a hundred users at a time', async () => {
  const asked = server.on(listMembers, () => pageOf(members))
  const user = await open()
  expect(asked.at(-1)?.query).toMatchObject({ start: 0, length: 100, orderBy: 'fullname', orderAsc: 'true' })
  await user.click(screen.getByRole('columnheader', { name: /Since|Added|Created/ }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ orderBy: 'created_at' }))
})

it('erases a user after a question and for a reason, and offers no undo', async () => {
  const calls = server.on(eraseMember, ({ params }) => {
    members = [OWN]
    return { id: params.userId }
  })
  const { user, drawer } = await openPriya()
  await user.click(drawer.getByRole('button', { name: 'Erase…' }))
  const question = within(screen.getByRole('alertdialog', { name: 'Erase Priya Desmond?' }))
  await user.click(question.getByRole('button', { name: 'Erase Priya Desmond' }))
  expect(question.getByRole('alert')).toHaveTextContent('Choose a reason.')
  expect(calls).toEqual([])
  await user.click(question.getByRole('radio', { name: 'They left the organisation' }))
  await user.click(question.getByRole('button', { name: 'Erase Priya Desmond' }))
  expect(await screen.findByText('The user Priya Desmond was erased.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: /Priya/ })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(calls).toMatchObject([{ params: { userId: PRIYA.id }, query: { reason: 'left' } }])
})

it('offers no change of the own rights', async () => {
  const user = await open()
  await user.click(screen.getByRole('rowheader', { name: /Demo User/ }))
  const drawer = within(screen.getByRole('complementary', { name: 'Demo User' }))
  expect(drawer.getByText(/^These are your own rights/)).toBeVisible()
  expect(drawer.queryByRole('button', { name: 'Disable' })).toBeNull()
})

it('invites a user, and keeps the form when the server refuses', async () => {
  let answer: Member | Refusal = new Refusal('username_taken')
  const calls = server.on(inviteMember, () =>
    answer instanceof Refusal ? answer : { ...answer, invitation_sent: true },
  )
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Invite a user' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Invite a user' }))
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Ffion Tarrant')
  await user.type(dialog.getByRole('textbox', { name: /^E-mail/ }), 'ffion@bindery.example')
  await user.type(dialog.getByRole('textbox', { name: /^Username/ }), 'ffion')
  await user.click(dialog.getByRole('button', { name: 'Send the invitation' }))
  expect(await screen.findByText(/already has this username/)).toBeVisible()
  expect(dialog.getByRole('textbox', { name: /^Username/ })).toHaveValue('ffion')
  answer = { ...PRIYA, fullname: 'Ffion Tarrant', status: 'invited' }
  await user.click(dialog.getByRole('button', { name: 'Send the invitation' }))
  expect(await screen.findByText(/^Ffion Tarrant was invited/)).toBeVisible()
  expect(calls.at(-1)?.body).toMatchObject({ username: 'ffion', plan: 'full', roles: ['sender'] })
})

it('invites with another role and plan, and says when the mail could not be sent', async () => {
  const calls = server.on(inviteMember, ({ body }) => ({ ...PRIYA, ...body, invitation_sent: false }))
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Invite a user' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Invite a user' }))
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Ffion Tarrant')
  await user.type(dialog.getByRole('textbox', { name: /^E-mail/ }), 'ffion@bindery.example')
  await user.type(dialog.getByRole('textbox', { name: /^Username/ }), 'ffion')
  await user.click(dialog.getByRole('button', { name: /Role/ }))
  await user.click(screen.getByRole('option', { name: 'Manager' }))
  await user.click(dialog.getByRole('button', { name: /Plan/ }))
  await user.click(screen.getByRole('option', { name: 'Lite' }))
  await user.click(dialog.getByRole('button', { name: 'Send the invitation' }))
  expect(await screen.findByText(/^Ffion Tarrant was added, but the mail could not be sent/)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.at(-1)?.body).toMatchObject({ plan: 'lite', roles: ['manager'] })
})

it('keeps the page when the list cannot be loaded', async () => {
  server.on(listMembers, () => UNREACHABLE)
  openPage('/app/administration')
  expect(await screen.findByText('Users: the list could not be loaded', {}, { timeout: 8_000 })).toBeVisible()
})

it('explains itself to a user without the right, who stays signed in', async () => {
  allow(['mod_shipping'], ['sender'])
  server.on(listColleagues, () => ({
    data: [
      { id: crypto.randomUUID(), fullname: 'Ffion Tarrant', is_manager: true },
      { id: crypto.randomUUID(), fullname: 'Priya Rees', is_manager: false },
    ],
  }))
  openPage('/app/administration')
  expect(await screen.findByRole('heading', { name: 'You cannot open this page' })).toBeVisible()
  expect(await screen.findByText('Ffion Tarrant')).toBeVisible()
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Role Manager',
    'Role Sender',
    'Ffion Tarrant',
  ])
  expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/app/home')
  expect(screen.queryByRole('link', { name: 'Administration' })).toBeNull()
})

it('marks users whom the identity provider manages, who need no invitation, and says what it overwrites', async () => {
  members = [OWN, { ...PRIYA, status: 'invited', is_provisioned: true }]
  const { drawer } = await openPriya()
  expect(row(/Priya/)).toHaveTextContent(/by your provider.*Not signed in yet/)
  expect(row(/Demo/)).not.toHaveTextContent('identity provider')
  expect(drawer.getByText(/overwrites their name, their mail address and whether they are enabled/)).toBeVisible()
  expect(drawer.queryByRole('button', { name: 'Invite again' })).toBeNull()
  expect(drawer.getByRole('button', { name: 'Disable' })).toBeVisible()
})
