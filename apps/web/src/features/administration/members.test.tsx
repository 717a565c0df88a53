import { eraseMember, inviteMember, listMembers, updateMember, type Member } from '@postroom/contract/administration'
import { fieldError } from '@postroom/contract/field-errors'
import { getPermission } from '@postroom/contract/identity'
import { getRetention } from '@postroom/contract/retention'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { USER } from '../../testing/a-user.ts'
import { MEMBER } from '../../testing/an-administration.ts'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const FFION: Member = { ...MEMBER, id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c08', fullname: 'Ffion Tarrant' }

let members: Member[]
beforeEach(() => {
  members = [MEMBER, FFION]
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listMembers, () => pageOf(members))
})
const row = (name: RegExp) => screen.getByRole('rowheader', { name }).closest<HTMLElement>('[role=row]')!
const drawer = (name: string) => screen.queryByRole('complementary', { name })
async function open() {
  const user = openPage('/app/administration')
  await screen.findByRole('rowheader', { name: /Priya/ })
  return user
}
async function openPriya() {
  const user = await open()
  await user.click(screen.getByText('Priya Desmond'))
  return { user, shown: within(drawer('Priya Desmond')!) }
}

it.each([
  [{ status: 'active' }, 'Active', 'good'],
  [{ status: 'invited' }, 'Invited', 'info'],
  [{ status: 'disabled' }, 'Disabled', 'neutral'],
  [{ status: 'disabled', is_provisioned: true }, 'Disabled', 'neutral'],
  [{ status: 'invited', is_provisioned: true }, 'Not signed in yet', 'info'],
] as const)('a user with %o is %s, tone %s', async (part, word, tone) => {
  members = [{ ...MEMBER, ...part }]
  await open()
  expect(within(row(/Priya/)).getByText(word).className).toContain(`_${tone}_`)
  expect(screen.getByText('1 user')).toBeVisible()
})

it('marks only the own row, and only provisioned users, on a phone too', async () => {
  members = [
    { ...MEMBER, id: USER.id },
    { ...FFION, is_provisioned: true, roles: ['sender', 'manager'], plan: 'lite' },
  ]
  await open()
  expect(row(/Priya/)).toHaveTextContent(/^Priya Desmond you priya@bindery\.exampleSenderFull/)
  expect(row(/Ffion/)).toHaveTextContent(/^Ffion Tarrant by your provider priya@bindery\.exampleSender, ManagerLite/)
})

it('sorts by both columns that can be sorted, each way, and by no other', async () => {
  const asked = server.on(listMembers, () => pageOf(members))
  const user = await open()
  const heads = within(screen.getByRole('grid')).getAllByRole('columnheader')
  expect(heads.map((head) => head.getAttribute('aria-sort'))).toEqual(['ascending', null, null, null, 'none'])
  await user.click(screen.getByRole('columnheader', { name: /^Name/ }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ orderBy: 'fullname', orderAsc: 'false' }))
  await user.click(screen.getByRole('columnheader', { name: /^Since/ }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ orderBy: 'created_at', orderAsc: 'true' }))
})

describe('the drawer', () => {
  it('follows the focus while it is open, and gives it back to the table', async () => {
    const user = await open()
    row(/Priya/).focus()
    expect(drawer('Priya Desmond')).toBeNull()
    await user.keyboard('{Enter}')
    expect(drawer('Priya Desmond')).toHaveTextContent('priya@bindery · priya@bindery.example')
    await user.keyboard('{ArrowDown}')
    expect(drawer('Ffion Tarrant')).toBeVisible()
    expect(row(/Ffion/).querySelector('[data-current]')).not.toBeNull()
    await user.click(within(drawer('Ffion Tarrant')!).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(drawer('Ffion Tarrant')).toBeNull())
    expect(screen.getByRole('grid', { name: 'Users' }).contains(document.activeElement)).toBe(true)
  })

  it.each([
    [['sender'], 'Sender'],
    [['sender', 'manager'], 'Sender, Manager'],
    [[], ''],
  ] as const)('of a user with the roles %o says: %s', async (roles, text) => {
    members = [{ ...MEMBER, roles: [...roles] }]
    const { user, shown } = await openPriya()
    expect(shown.getByRole('button', { name: /Role/ }).textContent).toContain(text)
    await user.click(shown.getByRole('button', { name: /Role/ }))
    expect(screen.queryAllByRole('option', { selected: true }).length === 1).toBe(roles.length === 1)
  })

  it('of an operator has neither acts nor a provider, and enables a disabled user', async () => {
    members = [{ ...MEMBER, status: 'disabled' }]
    const calls = server.on(updateMember, () => MEMBER)
    const { user, shown } = await openPriya()
    expect(shown.queryByText(/^Your identity provider manages/)).toBeNull()
    expect(shown.queryByText(/^This user operates/)).toBeNull()
    await user.click(shown.getByRole('button', { name: 'Enable' }))
    expect(await screen.findByText('Priya Desmond was enabled.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ is_disabled: false }, { is_disabled: true }]))
    await waitFor(() => expect(screen.queryByText('Priya Desmond was enabled.')).toBeNull())
  })

  it.each(['updated', 'erased'])('cannot be changed while the user is being %s', async (act) => {
    const held = Promise.withResolvers<never>()
    server.on(updateMember, () => held.promise)
    server.on(eraseMember, () => held.promise)
    const { user, shown } = await openPriya()
    if (act === 'updated') await user.click(shown.getByRole('button', { name: 'Disable' }))
    else {
      await user.click(shown.getByRole('button', { name: 'Erase…' }))
      const question = within(screen.getByRole('alertdialog'))
      await user.click(question.getByRole('radio', { name: 'Another reason' }))
      await user.click(question.getByRole('button', { name: 'Erase Priya Desmond' }))
    }
    await waitFor(() => expect(shown.getByRole('button', { name: /Role/, hidden: true })).toBeDisabled())
    expect(shown.getByRole('button', { name: /Plan/, hidden: true })).toBeDisabled()
  })

  it('stays open with its user when they cannot be erased, and the list is read again', async () => {
    const lists = server.on(listMembers, () => pageOf(members))
    server.on(eraseMember, () => new Refusal('try_again'))
    const { user, shown } = await openPriya()
    await user.click(shown.getByRole('button', { name: 'Erase…' }))
    const question = within(screen.getByRole('alertdialog'))
    expect(question.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent)).toEqual([
      'They left the organisation',
      'They asked for it',
      'They were invited by mistake',
      'Another reason',
    ])
    await user.click(question.getByRole('radio', { name: 'Another reason' }))
    await user.click(question.getByRole('button', { name: 'Erase Priya Desmond' }))
    expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
    expect(screen.getByRole('alertdialog')).toBeVisible()
    await waitFor(() => expect(lists).toHaveLength(2))
  })

  it('closes when its user is erased', async () => {
    server.on(eraseMember, ({ params }) => ({ id: params.userId }))
    const { user, shown } = await openPriya()
    await user.click(shown.getByRole('button', { name: 'Erase…' }))
    await user.click(screen.getByRole('radio', { name: 'Another reason' }))
    await user.click(screen.getByRole('button', { name: 'Erase Priya Desmond' }))
    await waitFor(() => expect(drawer('Priya Desmond')).toBeNull())
    await waitFor(() => expect(row(/Priya/)).toBeVisible())
  })
})

it('says what each role may do, in a table', async () => {
  await open()
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((each) => [...each.children].map(({ textContent }) => textContent).join(' | '))).toEqual([
    'Right | Sender | Mailroom | Manager',
    'Send, print and look up | yes | yes | yes',
    'Address book | yes (full plan) | yes (full plan) | yes (full plan)',
    'Take postage back | yes | yes | yes',
    'Preferences for mailings | no | yes | yes',
    'Change the shipments of colleagues | no | yes (full plan) | yes (full plan)',
    'Change the device managers of colleagues | no | no | yes',
    'Users, money, references, audit log | no | no | yes',
  ])
})

async function openForm() {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Invite a user' }))
  return { user, dialog: within(screen.getByRole('dialog', { name: 'Invite a user' })) }
}

describe('an invitation', () => {
  it('has three required fields, and choices of role and plan', async () => {
    const { user, dialog } = await openForm()
    const fields = dialog.getAllByRole('textbox')
    expect(fields.map((field) => [field.getAttribute('maxlength'), field.getAttribute('aria-required')])).toEqual([
      ['100', 'true'],
      [null, 'true'],
      [null, 'true'],
    ])
    for (const [select, first, options] of [
      [/Role/, 'Sender', ['Sender', 'Mailroom', 'Manager']],
      [/Plan/, 'Full', ['Lite', 'Full']],
    ] as const) {
      expect(dialog.getByRole('button', { name: select })).toHaveTextContent(first)
      await user.click(dialog.getByRole('button', { name: select }))
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(options)
      await user.keyboard('{Escape}')
    }
    await user.click(dialog.getByRole('button', { name: 'Send the invitation' }))
    await waitFor(() =>
      expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true']),
    )
  })

  it('that is refused says so at its field, without a toast, and the list is read again', async () => {
    const lists = server.on(listMembers, () => pageOf(members))
    server.on(inviteMember, () => new Refusal('invalid_request', { fields: [fieldError('email', 'already_used')] }))
    const { user, dialog } = await openForm()
    for (const [place, text] of ['Ffion Tarrant', 'ffion@bindery.example', 'ffion'].entries())
      await user.type(dialog.getAllByRole('textbox')[place]!, text)
    await user.click(dialog.getByRole('button', { name: 'Send the invitation' }))
    await waitFor(() => expect(dialog.getAllByRole('textbox')[1]).toBeInvalid())
    expect(screen.queryByText(/Error ID/)).toBeNull()
    await waitFor(() => expect(lists).toHaveLength(2))
  })
})

it('changes its part by keyboard, two parts for two presses', async () => {
  server.on(getRetention, () => ({ data: [] }))
  const user = await open()
  const parts = within(screen.getByRole('radiogroup', { name: 'Part of the administration' }))
  expect(parts.getAllByRole('radio').map((part) => part.closest('label')!.textContent)).toEqual([
    'Users',
    'Account',
    'Device managers',
    'Prices',
    'Shops',
    'Webhooks',
    'Sign-in',
    'Audit log',
    'API keys',
    'Data kept',
  ])
  parts.getByRole('radio', { name: 'Users' }).focus()
  await user.keyboard('{ArrowLeft}{ArrowRight}')
  expect(location.search).toBe('?view=users')
})
