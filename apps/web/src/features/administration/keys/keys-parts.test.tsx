import { listApiKeys, makeApiKey, renewApiKey, revokeApiKey, type ApiKey } from '@postroom/contract/api-key'
import { listCarrierAccounts } from '@postroom/contract/carrier'
import { fieldError } from '@postroom/contract/field-errors'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { USER } from '../../../testing/a-user.ts'
import { API_KEY, API_KEY_SECRET } from '../../../testing/an-administration.ts'
import { account, pageOf } from '../../../testing/answers.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

const ACCOUNTS = ['Editions', 'Bindery'].map((name, place) => {
  return { ...account, id: `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c1${place}`, name }
})

let keys: ApiKey[]
beforeEach(() => {
  keys = [API_KEY]
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listColleagues, () => ({ data: [{ id: USER.id, fullname: 'Angharad Kendall', is_manager: true }] }))
  server.on(listCarrierAccounts, () => pageOf(ACCOUNTS))
  server.on(listApiKeys, () => pageOf(keys))
})
const open = () => openPage('/app/administration?view=keys')

it('asks for a hundred keys and accounts, closed ones too', async () => {
  const asked = server.on(listApiKeys, () => pageOf(keys))
  const accounts = server.on(listCarrierAccounts, () => pageOf(ACCOUNTS))
  open()
  await screen.findByText('Web shop')
  expect(asked.map(({ query }) => query)).toMatchObject([{ length: 100, orderAsc: 'false' }])
  const ofEvery = accounts.find(({ query }) => query.is_active === undefined)
  expect(ofEvery?.query).toMatchObject({ length: 100 })
})

it.each([
  ['active', 'Valid until 20 May 2027', 'good', true],
  ['expired', 'Expired on 20 May 2027', 'warn', true],
  ['maker_disabled', 'Its maker is disabled', 'warn', true],
  ['revoked', 'Revoked', 'neutral', false],
] as const)('a key that is %s is shown as: %s', async (state, word, tone, hasActs) => {
  keys = [{ ...API_KEY, state }]
  open()
  expect((await screen.findByText(word)).className).toContain(`_${tone}_`)
  const acts = within(screen.getByRole('listitem')).queryAllByRole('button')
  expect(acts.map((act) => act.getAttribute('aria-label'))).toEqual(
    hasActs ? ['New secret, Web shop', 'Revoke, Web shop'] : [],
  )
})

it('names what is not known of a key in other words', async () => {
  keys = [{ ...API_KEY, made_by: ACCOUNTS[0]!.id, accounts: [ACCOUNTS[1]!.id, USER.id], pence_per_day: null }]
  open()
  const row = await screen.findByRole('listitem')
  await waitFor(() => expect(row).toHaveTextContent('Bindery, an account · no limit of its own · 60 calls a minute'))
  expect(row).toHaveTextContent(/60 calls a minuteNever usedNew secret/)
})

const states = () => queryClient.getQueryCache().find({ queryKey: ['accounts', 'every'] })?.state.status

it('shows the keys when the accounts cannot be loaded', async () => {
  keys = [{ ...API_KEY, accounts: [ACCOUNTS[1]!.id] }]
  server.on(listCarrierAccounts, ({ query }) => (query.is_active ? pageOf(ACCOUNTS) : new Refusal('try_again')))
  open()
  await screen.findByText('Web shop')
  await waitFor(() => expect(states()).toBe('error'))
  expect(screen.queryByText(/Error ID/)).toBeNull()
  expect(screen.getByRole('listitem')).toHaveTextContent('an account')
})

it.each([
  [0, 'primary', true],
  [1, 'secondary', false],
])('with %i keys the button that makes one is %s', async (count, look, isEmpty) => {
  keys = [API_KEY].slice(0, count)
  open()
  const [button, ...others] = await screen.findAllByRole('button', { name: 'Make a key' })
  expect(others).toEqual([])
  expect(button!.className).toContain(`_${look}_`)
  expect(screen.queryByText('No API key yet') !== null).toBe(isEmpty)
})

async function openForm() {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Make a key' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Make a key' })) }
}

const boxes = (dialog: Awaited<ReturnType<typeof openForm>>['dialog']) =>
  dialog.getAllByRole('checkbox').map((box) => [box.closest('label')!.textContent, (box as HTMLInputElement).checked])

const fill = async ({ user, dialog }: Awaited<ReturnType<typeof openForm>>) => {
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Web shop')
  await user.type(dialog.getByLabelText('Your password'), 'mine')
  await user.click(dialog.getByRole('button', { name: 'Make a key' }))
}

describe('the form of a key', () => {
  it('begins with the usual scopes, and with no account chosen', async () => {
    const { dialog } = await openForm()
    await dialog.findByRole('checkbox', { name: 'Bindery' })
    expect(boxes(dialog)).toEqual([
      ['Prices and services', true],
      ['Accounts and balances', false],
      ['Buy postage', true],
      ['Take postage back', false],
      ['Read shipments', false],
      ['Download labels and documents', true],
      ['Track', true],
      ['Check addresses, and the address book', false],
      ['Manage users from your identity provider (SCIM), and nothing else', false],
      ['Editions', false],
      ['Bindery', false],
    ])
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('maxlength', '60')
    expect(dialog.getByRole('textbox', { name: /^Calls a minute/ })).toHaveValue('60')
    expect(dialog.getByRole('group', { name: 'Accounts' })).toHaveAccessibleDescription('None chosen: every account.')
  })

  it.each([
    [1, false],
    [2, true],
  ])('offers a choice of %i accounts: %s', async (count, isOffered) => {
    server.on(listCarrierAccounts, () => pageOf(ACCOUNTS.slice(0, count)))
    const { dialog } = await openForm()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(dialog.queryByRole('group', { name: 'Accounts' }) !== null).toBe(isOffered)
  })

  it('complains of each wrong field for itself', async () => {
    const { user, dialog } = await openForm()
    await user.clear(dialog.getByRole('textbox', { name: /^Calls a minute/ }))
    await user.clear(dialog.getByLabelText('Last day'))
    await user.type(dialog.getByRole('textbox', { name: /^Spend at most/ }), 'much')
    await user.click(dialog.getByRole('button', { name: 'Make a key' }))
    for (const text of [
      'Enter a name of up to 60 characters.',
      'Enter a number from 1 to 600.',
      'Enter an amount up to £100,000, such as 200.00.',
      'Choose a day from today to a year from today.',
      'Enter your own password.',
    ])
      expect(dialog.getByText(text)).toBeVisible()
    expect(dialog.queryByText('Choose at least one.')).toBeNull()
  })

  it('shows a refused field in its place, and no toast; its list is read again', async () => {
    const lists = server.on(listApiKeys, () => pageOf(keys))
    server.on(makeApiKey, () => {
      return new Refusal('invalid_request', { fields: [fieldError('accounts.0', 'not_allowed')] })
    })
    const form = await openForm()
    await form.dialog.findByRole('checkbox', { name: 'Bindery' })
    await fill(form)
    expect(await form.dialog.findByText('Choose accounts of your organisation, or none.')).toBeVisible()
    expect(screen.queryByText(/Error ID/)).toBeNull()
    await waitFor(() => expect(lists).toHaveLength(2))
  })

  it('a refusal without a field is shown in a toast', async () => {
    server.on(makeApiKey, () => new Refusal('too_many_api_keys'))
    await fill(await openForm())
    expect(await screen.findByText(/Error ID: too_many_api_keys/)).toBeVisible()
  })

  it('forgets the secret once it is closed', async () => {
    server.on(makeApiKey, () => ({ key: API_KEY, secret: API_KEY_SECRET }))
    const form = await openForm()
    await fill(form)
    await form.user.click(await screen.findByRole('button', { name: 'I have stored it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(queryClient.getMutationCache().getAll()).toEqual([]))
  })
})

async function openRenewal() {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T12:00:00.000Z') })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'New secret, Web shop' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'New secret for Web shop' })) }
}

describe('a new secret', () => {
  type Form = Awaited<ReturnType<typeof openRenewal>>
  const send = ({ user, dialog }: Form) => user.click(dialog.getByRole('button', { name: 'New secret' }))

  it('leaves a day for the old one, and is valid for ninety days', async () => {
    const calls = server.on(renewApiKey, () => ({ key: API_KEY, secret: API_KEY_SECRET }))
    const form = await openRenewal()
    await form.user.click(form.dialog.getByRole('button', { name: /The old secret/ }))
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options).toEqual(['ends at once', 'ends in a day', 'ends in a week'])
    await form.user.keyboard('{Escape}')
    await form.user.type(form.dialog.getByLabelText('Your password'), 'mine')
    await send(form)
    expect(await form.dialog.findByText(API_KEY_SECRET)).toBeVisible()
    expect(calls.map(({ body }) => body)).toEqual([
      { overlap: 'day', last_day: '2027-02-17', current_password: 'mine' },
    ])
    await form.user.click(form.dialog.getByRole('button', { name: 'I have stored it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('complains of each wrong field, and of those that the server refuses', async () => {
    server.on(renewApiKey, () => {
      return new Refusal('invalid_request', { fields: [fieldError('current_password', 'password_wrong')] })
    })
    const form = await openRenewal()
    const [day, password] = [form.dialog.getByLabelText('Last day'), form.dialog.getByLabelText('Your password')]
    await form.user.clear(day)
    await send(form)
    expect([day, password].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true'])
    await form.user.type(day, '2027-02-01')
    await form.user.type(password, 'guessed')
    await send(form)
    await waitFor(() => expect(day).toBeValid())
    expect(await form.dialog.findByText('Enter your own password.')).toBeVisible()
    expect(screen.queryByText(/Error ID/)).toBeNull()
  })
})

it('a key that cannot be revoked keeps the question; the right one is revoked', async () => {
  server.on(revokeApiKey, () => new Refusal('try_again'))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Revoke, Web shop' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
  const calls = server.on(revokeApiKey, () => API_KEY)
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toEqual([{ params: { keyId: API_KEY.id } }])
})
