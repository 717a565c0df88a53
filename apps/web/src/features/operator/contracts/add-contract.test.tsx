import * as calls from '@postroom/contract/contract-price'
import type { CheckedContractPrices } from '@postroom/contract/contract-price'
import { getPermission } from '@postroom/contract/identity'
import { listOrganisations } from '@postroom/contract/organisation-list'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { openToast } from '../../../ui/toast-queue.ts'
import { anAccount, anOrganisation, idOf } from '../testing/an-organisation.ts'
import { aList } from './testing/a-list.ts'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(calls.listContractPrices, () => pageOf([]))
  server.on(listOrganisations, () =>
    pageOf([anOrganisation(1), anOrganisation(2, { accounts: [anAccount(2), anAccount(3)] })]),
  )
})
async function add() {
  const user = openPage('/app/operator?view=contracts')
  await user.click(await screen.findByRole('button', { name: 'Add contract prices' }))
  const dialog = within(await screen.findByRole('dialog'))
  const choose = (name = 'prices.csv') =>
    user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['service\n'], name))
  const chooseAccount = async (name: string) => {
    await user.click(dialog.getByRole('button', { name: /Account$/ }))
    await user.click(await screen.findByRole('option', { name }))
  }
  const check = () => user.click(dialog.getByRole('button', { name: 'Check the file' }))
  return { user, dialog, choose, chooseAccount, check }
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const FINE: CheckedContractPrices = { errors: [], remarks: [] }
const CHANGES = { cheaper: 0, dearer: 0, same: 0, added: 0, not_offered: 0, published_again: [] }

it('names all that is missing, and begins with tomorrow', async () => {
  const sent = server.on(calls.checkContractPrices, () => FINE)
  const { user, dialog, check } = await add()
  const missing = () => dialog.queryAllByText(/^(Choose the|Enter the)/).map(({ textContent }) => textContent)
  const from = dialog.getByLabelText(/^In force from/)
  expect(from).toHaveValue(addDays(ukDateOf(new Date()), 1))
  fireEvent.change(from, { target: { value: '' } })
  expect(missing()).toEqual([])
  await check()
  expect(missing()).toEqual([
    'Choose the account that has these prices.',
    'Enter the first day.',
    'Choose the file of the prices.',
  ])
  expect(sent).toEqual([])
  expect(document.querySelector('input[type=file]')).toHaveAttribute('accept', 'text/csv,.csv')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await isClosed()
})

it.each(['an account', 'a day', 'a file'])('sends nothing without %s', async (what) => {
  const sent = server.on(calls.checkContractPrices, () => FINE)
  const { dialog, choose, chooseAccount, check } = await add()
  if (what !== 'an account') await chooseAccount('Organisation 1')
  if (what !== 'a file') await choose()
  if (what === 'a day') fireEvent.change(dialog.getByLabelText(/^In force from/), { target: { value: '' } })
  await check()
  expect(dialog.getAllByText(/^(Choose the|Enter the)/)).toHaveLength(1)
  expect(sent).toEqual([])
})

it('sends the file for the account and the day, and checks anew what changed since', async () => {
  const sent = server.on(calls.checkContractPrices, () => ({ ...FINE, changes: CHANGES }))
  const { user, dialog, choose, chooseAccount, check } = await add()
  await chooseAccount('Organisation 2, Account 3')
  await choose()
  fireEvent.change(dialog.getByLabelText(/^In force from/), { target: { value: '2027-02-01' } })
  await check()
  await dialog.findByRole('button', { name: 'Add these prices' })
  expect(sent).toEqual([{ params: { accountId: idOf(3) }, query: { effective_from: '2027-02-01' }, body: 'service\n' }])
  expect(dialog.getByText('prices.csv')).toBeVisible()
  const isUnchecked = () => dialog.findByRole('button', { name: 'Check the file' })
  await chooseAccount('Organisation 1')
  await isUnchecked()
  await check()
  await dialog.findByRole('button', { name: 'Add these prices' })
  fireEvent.change(dialog.getByLabelText(/^In force from/), { target: { value: '2027-02-02' } })
  await isUnchecked()
  await check()
  await dialog.findByRole('button', { name: 'Add these prices' })
  await choose('other.csv')
  await isUnchecked()
  await user.click(dialog.getByRole('button', { name: /Account$/ }))
  await user.click(await screen.findByRole('option', { name: 'Choose an account' }))
  await check()
  expect(dialog.getByText('Choose the account that has these prices.')).toBeVisible()
  expect(sent).toHaveLength(3)
})

it('says why a file was neither checked nor added, and adds it again', async () => {
  server.on(calls.checkContractPrices, () => UNREACHABLE)
  const { user, dialog, choose, chooseAccount, check } = await add()
  await chooseAccount('Organisation 1')
  await choose()
  await check()
  expect(await dialog.findByText('No answer came. Send the file again: it is added once.')).toBeVisible()
  server.on(calls.checkContractPrices, () => new Refusal('permission_denied'))
  await check()
  await waitFor(() => expect(dialog.queryByText(/^No answer/)).toBeNull())
  expect(await dialog.findByRole('alert')).toBeVisible()
  server.on(calls.checkContractPrices, () => ({ ...FINE, changes: CHANGES }))
  await check()
  const lists = server.on(calls.listContractPrices, () => pageOf([aList(1)]))
  server.on(calls.addContractPrices, () => new Refusal('contract_prices_invalid'))
  await user.click(await dialog.findByRole('button', { name: 'Add these prices' }))
  expect(await dialog.findByRole('alert')).toBeVisible()
  expect(openToast()).toBeUndefined()
  expect(lists).toEqual([])
  const added = server.on(calls.addContractPrices, () => aList(1))
  await user.click(dialog.getByRole('button', { name: 'Add these prices' }))
  await isClosed()
  await waitFor(() => expect(lists).toHaveLength(1))
  expect(added[0]?.params).toEqual({ accountId: idOf(1) })
})

it('counts each kind of change, without those that do not occur, and lists what is unusual', async () => {
  const checked: CheckedContractPrices = {
    errors: [],
    remarks: [
      { code: 'price_falls', row: 3, column: 'price_pence' },
      { code: 'saturday', price: 'SD1' },
    ],
    changes: { ...CHANGES, cheaper: 1, added: 2, published_again: ['1', '2'] },
  }
  server.on(calls.checkContractPrices, () => checked)
  const { dialog, choose, chooseAccount, check } = await add()
  await chooseAccount('Organisation 1')
  await choose()
  await check()
  await dialog.findByText('These prices are unusual. They may be right.')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 price falls',
    '2 prices are new',
    'With published prices again: 1st Class, 2nd Class',
    'Row 3, price_pence: A heavier item costs less. ',
    ' The fee for Saturday is not the published one: SD1',
  ])
  expect(dialog.getByText('SD1')).toHaveAttribute('lang', 'en')
})

it('counts every kind of change, and has no remarks and no services where there are none', async () => {
  const changes = { ...CHANGES, cheaper: 1, dearer: 1, same: 1, added: 1, not_offered: 1 }
  server.on(calls.checkContractPrices, () => ({ ...FINE, changes }))
  const { dialog, choose, chooseAccount, check } = await add()
  await chooseAccount('Organisation 1')
  await choose()
  await check()
  expect(await dialog.findByRole('status')).toHaveTextContent(/^Compared with what the account pays until then/)
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 price falls',
    '1 price rises',
    '1 price stays',
    '1 price is new',
    '1 is not offered',
  ])
  expect(dialog.queryByText(/unusual/)).toBeNull()
})

it('lists what is wrong in a file', async () => {
  const errors = [{ code: 'empty' as const }, { code: 'vat' as const, row: 2 }]
  server.on(calls.checkContractPrices, () => ({ ...FINE, errors }))
  const { dialog, choose, chooseAccount, check } = await add()
  await chooseAccount('Organisation 1')
  await choose()
  await check()
  expect(await dialog.findByText('prices.csv: 2 problems')).toBeVisible()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ' The file has no prices. ',
    expect.stringMatching(/^Row 2: VAT must be the same/),
  ])
  expect(dialog.getByRole('button', { name: 'Check the file' })).toBeVisible()
})
