import { listApiKeys, makeApiKey, renewApiKey, revokeApiKey, type ApiKey } from '@postroom/contract/api-key'
import { listCarrierAccounts } from '@postroom/contract/carrier'
import { fieldError } from '@postroom/contract/field-errors'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { USER } from '../../../testing/a-user.ts'
import { API_KEY, API_KEY_SECRET } from '../../../testing/an-administration.ts'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

const ACCOUNT = {
  carrier_code: 'RM',
  is_active: true,
  pricing: 'online',
  currency: 'GBP',
  low_balance: null,
  limits: { purchases_per_minute: null, pence_per_day: null },
  billing: null,
} as const
const ACCOUNTS = [
  { ...ACCOUNT, id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c11', name: 'Editions' },
  { ...ACCOUNT, id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c12', name: 'Bindery' },
]

let keys: ApiKey[]
beforeEach(() => {
  keys = [API_KEY]
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listColleagues, () => ({ data: [{ id: USER.id, fullname: 'Angharad Kendall', is_manager: true }] }))
  server.on(listCarrierAccounts, () => pageOf(ACCOUNTS))
  server.on(listApiKeys, () => pageOf(keys))
})
const open = () => openPage('/app/administration?view=keys')

it('says what each key may do, for whom, until when, and when it was used', async () => {
  keys = [
    { ...API_KEY, last_used_at: '2026-11-27T09:15:00.000Z', old_secret_until: '2026-11-28T09:15:00.000Z' },
    {
      ...API_KEY,
      id: ACCOUNTS[0]!.id,
      name: 'Old',
      state: 'revoked',
      accounts: [ACCOUNTS[1]!.id],
      pence_per_day: null,
    },
    { ...API_KEY, id: ACCOUNTS[1]!.id, name: 'Lapsed', state: 'expired' },
  ]
  open()
  const [first, second, third] = await screen.findAllByRole('listitem')
  expect(first).toHaveTextContent('Web shop prk_aB3dE6…Valid until 20 May 2027Prices and services, Buy postage')
  await waitFor(() => expect(first).toHaveTextContent('Acts for Angharad Kendall · Last used 27 Nov 2026, 09:15'))
  expect(first).toHaveTextContent('Every account · £200.00 a day · 60 calls a minute')
  expect(first).toHaveTextContent('The old secret is valid until 28 Nov 2026, 09:15.')
  await waitFor(() => expect(second).toHaveTextContent('RevokedPrices and services, Buy postageBindery · no limit'))
  expect(within(second!).queryByRole('button')).toBeNull()
  expect(third).toHaveTextContent('Expired on 20 May 2027')
  expect(within(third!).getByRole('button', { name: 'New secret, Lapsed' })).toBeVisible()
})

it('a key for provisioning has no other scope, and neither accounts nor an amount', async () => {
  keys = [{ ...API_KEY, name: 'Okta', scopes: ['provisioning'] }]
  const user = open()
  expect(await screen.findByRole('listitem')).toHaveTextContent(/and nothing else60 calls a minute/)
  await user.click(screen.getByRole('button', { name: 'Make a key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Make a key' }))
  const ticked = () => dialog.getAllByRole('checkbox', { checked: true })
  const provisioning = dialog.getByRole('checkbox', { name: /^Manage users/ })
  expect(await dialog.findByRole('checkbox', { name: 'Bindery' })).toBeVisible()
  await user.click(provisioning)
  expect(ticked()).toEqual([provisioning])
  expect(dialog.queryByRole('checkbox', { name: 'Bindery' })).toBeNull()
  expect(dialog.queryByRole('textbox', { name: /^Spend at most/ })).toBeNull()
  const tracking = dialog.getByRole('checkbox', { name: 'Track' })
  await user.click(tracking)
  expect(ticked()).toEqual([tracking])
})

it('makes the first key: what is wrong is said, a refused password too, then the secret is shown once', async () => {
  keys = []
  const answers = [
    new Refusal('invalid_request', { fields: [fieldError('current_password', 'password_wrong')] }),
    undefined,
  ]
  let asked = 0
  const calls = server.on(makeApiKey, () => {
    const refusal = answers[asked++]
    if (refusal) return refusal
    keys = [API_KEY]
    return { key: API_KEY, secret: API_KEY_SECRET }
  })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Make a key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Make a key' }))
  for (const scope of ['Prices and services', 'Download labels and documents', 'Track'])
    await user.click(dialog.getByRole('checkbox', { name: scope }))
  await user.click(dialog.getByRole('checkbox', { name: 'Buy postage' }))
  await user.click(dialog.getByRole('button', { name: 'Make a key' }))
  expect(dialog.getByText('Enter a name of up to 60 characters.')).toBeVisible()
  expect(dialog.getByRole('group', { name: 'What it may be used for' })).toHaveAccessibleDescription(
    'Choose at least one.',
  )
  expect(calls).toHaveLength(0)
  await user.click(dialog.getByRole('checkbox', { name: 'Buy postage' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Bindery' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Web shop')
  await user.type(dialog.getByRole('textbox', { name: /^Spend at most in a day/ }), '200.00')
  await user.type(dialog.getByLabelText('Your password'), 'guessed')
  await user.click(dialog.getByRole('button', { name: 'Make a key' }))
  expect(await dialog.findByText('Enter your own password.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Make a key' }))
  const made = within(await screen.findByRole('dialog', { name: 'The key Web shop' }))
  expect(made.getByText(API_KEY_SECRET)).toHaveFocus()
  const copy = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(made.getByRole('button', { name: 'Copy the secret' }))
  expect(copy).toHaveBeenCalledWith(API_KEY_SECRET)
  await user.click(made.getByRole('button', { name: 'I have stored it' }))
  expect(await screen.findByText('Web shop')).toBeVisible()
  expect(screen.queryByText(API_KEY_SECRET)).toBeNull()
  const asKept = { name: 'Web shop', scopes: ['buy'], accounts: [ACCOUNTS[1]!.id], pence_per_day: 200_00 }
  expect(calls[1]!.body).toMatchObject({ ...asKept, calls_per_minute: 60, current_password: 'guessed' })
})

it('gives a key a new secret, and leaves the old one for as long as was chosen', async () => {
  const calls = server.on(renewApiKey, () => ({ key: API_KEY, secret: API_KEY_SECRET }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'New secret, Web shop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New secret for Web shop' }))
  await user.click(dialog.getByRole('button', { name: /The old secret/ }))
  await user.click(screen.getByRole('option', { name: 'ends in a week' }))
  await user.click(dialog.getByRole('button', { name: 'New secret' }))
  expect(dialog.getByText('Enter your own password.')).toBeVisible()
  await user.type(dialog.getByLabelText('Your password'), 'demo-postroom')
  await user.click(dialog.getByRole('button', { name: 'New secret' }))
  expect(await dialog.findByText(API_KEY_SECRET)).toBeVisible()
  expect(calls[0]).toMatchObject({
    params: { keyId: API_KEY.id },
    body: { overlap: 'week', current_password: 'demo-postroom' },
  })
})

it('revokes a key after a question', async () => {
  const revoked = { ...API_KEY, state: 'revoked' as const }
  const calls = server.on(revokeApiKey, () => {
    keys = [revoked]
    return revoked
  })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Revoke, Web shop' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke Web shop?' }))
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Revoked')).toBeVisible()
  expect(calls).toHaveLength(1)
})

it('says when keys cannot be loaded', async () => {
  server.on(listApiKeys, () => UNREACHABLE)
  open()
  expect(await screen.findByText('The API keys could not be loaded.')).toBeVisible()
})
