import * as calls from '@postroom/contract/contract-price'
import { getPermission } from '@postroom/contract/identity'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { savedFiles } from '../../../testing/saved-files.ts'
import { heads, listsAreShort, pagesOf, tablesAreWide } from '../../../testing/tables.ts'
import { openToast } from '../../../ui/toast-queue.ts'
import { idOf } from '../testing/an-organisation.ts'
import { aList } from './testing/a-list.ts'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(calls.listContractPrices, () => pageOf([aList(1)]))
})
const open = () => openPage('/app/operator?view=contracts')
async function openList() {
  const user = open()
  await user.click(await screen.findByText('Bindery 1'))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test.each([
  [1024, ['Organisation 272', 'Account 180', 'Services 272', 'In force from 150', 'State 150']],
  [859, ['Organisation 379', 'Account 180', 'In force from 150', 'State 150']],
  [759, ['Organisation 459', 'In force from 150', 'State 150']],
])('has room for these columns in %i pixels', async (pixels, columns) => {
  tablesAreWide(pixels)
  open()
  await screen.findByRole('rowheader', { name: 'Bindery 1' })
  expect(heads()).toEqual(columns)
})

test.each([
  [860, 'Services'],
  [760, 'Account'],
])('has room in %i pixels for the column %s', async (pixels, column) => {
  tablesAreWide(pixels)
  open()
  expect(await screen.findByRole('columnheader', { name: column })).toBeVisible()
})

it('shows a list on two lines on a phone', async () => {
  tablesAreWide(400)
  open()
  expect(await screen.findByRole('row', { name: /Bindery 1/ })).toHaveTextContent(
    'Bindery 1Begins later4 Jan 2027 · Tracked 24, 1st Class',
  )
})

it('writes the account, services, first day and state of every list, by fifty', async () => {
  listsAreShort()
  const states = ['in_force', 'past', 'withdrawn', 'coming'] as const
  const lists = Array.from({ length: 100 }, (_, number) => aList(number, { state: states[number % 4]! }))
  const asked = server.on(calls.listContractPrices, pagesOf(lists))
  open()
  expect(await screen.findByText('100 price lists')).toBeVisible()
  const rows = screen.getAllByRole('row').slice(1, 5)
  expect(rows.map((row) => [...row.querySelectorAll('[role=gridcell]')].map(({ textContent }) => textContent))).toEqual(
    ['In force', 'Replaced', 'Withdrawn', 'Begins later'].map((state) => [
      'Royal Mail',
      'Tracked 24, 1st Class',
      '4 Jan 2027',
      state,
    ]),
  )
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ query }) => query)).toEqual([
    expect.objectContaining({ start: 0, length: 50 }),
    expect.objectContaining({ start: 50, length: 50 }),
  ])
})

it('says without a toast that the lists could not be loaded', async () => {
  server.on(calls.listContractPrices, () => new Refusal('permission_denied'))
  const user = open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(openToast()).toBeUndefined()
  server.on(calls.listContractPrices, () => pageOf([]))
  await user.click(again)
  expect(await screen.findByText(/^Add the prices that a carrier has agreed/)).toBeVisible()
})

it('shows the prices of a list, saves it as a file, and closes', async () => {
  const saved = savedFiles()
  const asked = server.on(calls.exportContractPrices, () => new Uint8Array([115]))
  const { user, dialog } = await openList()
  expect(dialog.getByText('5 prices of the account ‘Royal Mail’, from 4 Jan 2027.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Save as CSV' }))
  await waitFor(() => expect(saved).toMatchObject([{ name: 'contract-prices-2027-01-04.csv', type: 'text/csv' }]))
  expect(asked[0]?.params).toEqual({ listId: idOf(1) })
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await isClosed()
})

test.each(['in_force', 'past', 'withdrawn'] as const)('offers no withdrawal of a list that is %s', async (state) => {
  server.on(calls.listContractPrices, () => pageOf([aList(1, { state })]))
  const { dialog } = await openList()
  expect(dialog.queryByRole('button', { name: 'Withdraw' })).toBeNull()
})

it('says what a withdrawal means before it is sure, stays open after a refusal, and lists again', async () => {
  const { user, dialog } = await openList()
  expect(dialog.queryByText(/^The account then keeps/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(dialog.getByText(/^The account then keeps/)).toBeVisible()
  const lists = server.on(calls.listContractPrices, () => pageOf([aList(1)]))
  const sent = server.on(calls.withdrawContractPrices, () => new Refusal('contract_prices_begun'))
  await user.click(dialog.getByRole('button', { name: 'Withdraw these prices' }))
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  await waitFor(() => expect(lists).toHaveLength(1))
  server.on(calls.withdrawContractPrices, () => aList(1, { state: 'withdrawn' }))
  await user.click(dialog.getByRole('button', { name: 'Withdraw these prices' }))
  expect(await screen.findByText('The prices of Bindery 1 from 4 Jan 2027 are withdrawn.')).toBeVisible()
  await isClosed()
  await waitFor(() => expect(lists).toHaveLength(2))
  expect(sent[0]?.params).toEqual({ listId: idOf(1) })
})
