import * as calls from '@postroom/contract/carrier-invoice'
import { getPermission } from '@postroom/contract/identity'
import { listOrganisations } from '@postroom/contract/organisation-list'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { openToast } from '../../../ui/toast-queue.ts'
import { anAccount, anOrganisation, idOf } from '../testing/an-organisation.ts'
import { anInvoice } from './testing/an-invoice.ts'

const LISTS = '/app/operator?view=invoices'
const ONE = `${LISTS}&invoice=${idOf(1)}`
beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(calls.listCarrierInvoices, () => pageOf([]))
  server.on(calls.getCarrierInvoice, () => anInvoice(1))
  server.on(calls.listCarrierInvoiceLines, () => pageOf([]))
  server.on(listOrganisations, () =>
    pageOf([anOrganisation(1), anOrganisation(2, { accounts: [anAccount(2), anAccount(3)] })]),
  )
})
async function openDialog() {
  const user = openPage(LISTS)
  await user.click(await screen.findByRole('button', { name: 'Import an invoice' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import an invoice' }))
  const choose = () =>
    user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['item'], 'october.csv'))
  const type = (number: string) => user.type(dialog.getByRole('textbox', { name: 'Invoice number' }), number)
  const setDay = (label: string, day: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value: day } })
  const send = () => user.click(dialog.getByRole('button', { name: 'Import and compare' }))
  const account = () => dialog.getByRole('button', { name: /For$/ })
  return { user, dialog, choose, type, setDay, send, account }
}
const isClosed = (role = 'dialog') => waitFor(() => expect(screen.queryByRole(role)).toBeNull())

it('asks for number, days and file, and closes', async () => {
  const { user, dialog } = await openDialog()
  expect(dialog.getByRole('textbox', { name: 'Invoice number' })).toHaveAttribute('maxlength', '40')
  expect(dialog.getByLabelText('First posting day')).toHaveAttribute('type', 'date')
  expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  expect(document.querySelector('input[type=file]')).toHaveAttribute('accept', 'text/csv,.csv')
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await isClosed()
})

it.each([
  ['no number', ' ', '2026-10-01', '2026-10-31', true, 'Enter the number of the invoice.'],
  ['no first day', '1', '', '2026-10-31', true, 'The last day must not be before the first.'],
  ['a last day before the first', '1', '2026-10-02', '2026-10-01', true, 'The last day must not be before the first.'],
  ['no last day', '1', '2026-10-02', '', true, 'The last day must not be before the first.'],
  ['no file', '1', '2026-10-01', '2026-10-31', false, 'Choose the file of the invoice.'],
])('sends nothing with %s, and says so', async (_, number, from, to, hasFile, error) => {
  const asked = server.on(calls.importCarrierInvoice, () => anInvoice(1))
  const { dialog, choose, type, setDay, send } = await openDialog()
  await type(number)
  setDay('First posting day', from)
  setDay('Last posting day', to)
  if (hasFile) await choose()
  const errors = () =>
    dialog.queryAllByText(/^(Enter the|The last day|Choose the)/).map(({ textContent }) => textContent)
  expect(errors()).toEqual([])
  await send()
  expect(errors()).toEqual([error])
  expect(asked).toEqual([])
})

it('imports an invoice of one day for every organisation, and lists it', async () => {
  const { dialog, choose, type, setDay, send } = await openDialog()
  const lists = server.on(calls.listCarrierInvoices, () => pageOf([anInvoice(1)]))
  const asked = server.on(calls.importCarrierInvoice, () => anInvoice(1))
  await type(' 903 ')
  setDay('First posting day', '2026-10-05')
  setDay('Last posting day', '2026-10-05')
  await choose()
  expect(dialog.getByRole('button', { name: 'Choose another file' })).toBeVisible()
  expect(dialog.getByText('october.csv')).toBeVisible()
  await send()
  await isClosed()
  expect(asked).toEqual([
    {
      params: undefined,
      query: { carrier: 'RM', number: '903', dateFrom: '2026-10-05', dateTo: '2026-10-05' },
      body: 'item',
    },
  ])
  expect(location.search).toBe(`?view=invoices&invoice=${idOf(1)}`)
  await waitFor(() => expect(lists).toHaveLength(1))
})

it('says without a toast why an invoice was not imported', async () => {
  const { dialog, choose, type, send } = await openDialog()
  await type('903')
  await choose()
  server.on(calls.importCarrierInvoice, () => new Refusal('invoice_number_taken'))
  await send()
  await dialog.findByText('Another file was imported under this invoice number.')
  expect(openToast()).toBeUndefined()
})

it('names the account where an organisation has several, and takes the choice back', async () => {
  const asked = server.on(calls.importCarrierInvoice, () => new Refusal('invoice_number_taken'))
  const { user, dialog, choose, type, send, account } = await openDialog()
  expect(dialog.queryByRole('textbox', { name: 'Find an organisation' })).toBeNull()
  await user.click(account())
  await screen.findByRole('option', { name: 'Organisation 1' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Every organisation',
    'Organisation 1',
    'Organisation 2, Account 2',
    'Organisation 2, Account 3',
  ])
  await user.click(screen.getByRole('option', { name: 'Organisation 2, Account 3' }))
  await type('903')
  await choose()
  await send()
  await dialog.findByRole('alert')
  await user.click(account())
  await user.click(await screen.findByRole('option', { name: 'Every organisation' }))
  await send()
  await waitFor(() => expect(asked.map(({ query }) => query.account_id)).toEqual([idOf(3), undefined]))
})

it('finds an organisation by name where there are more than fit, and forgets the one chosen before', async () => {
  const asked = server.on(listOrganisations, ({ query }) => ({
    ...pageOf([anOrganisation(query.text === '' ? 1 : 2)]),
    total: query.text === '' ? 2 : 1,
  }))
  const { user, dialog, account } = await openDialog()
  const find = await dialog.findByRole('textbox', { name: 'Find an organisation' })
  expect(find).toHaveAttribute('maxlength', '100')
  await user.click(account())
  await user.click(await screen.findByRole('option', { name: 'Organisation 1' }))
  expect(account()).toHaveTextContent('Organisation 1')
  await user.type(find, ' second ')
  expect(account()).toHaveTextContent('Every organisation')
  await waitFor(() => expect(asked.map(({ query }) => query.text)).toEqual(['', 'second']))
  await user.click(account())
  await user.click(await screen.findByRole('option', { name: 'Organisation 2' }))
  expect(find).toHaveValue(' second ')
})

it('offers every organisation alone until the organisations are loaded', async () => {
  server.on(listOrganisations, () => UNREACHABLE)
  const { user, dialog, account } = await openDialog()
  expect(dialog.queryByRole('textbox', { name: 'Find an organisation' })).toBeNull()
  await user.click(account())
  expect(await screen.findAllByRole('option')).toHaveLength(1)
})

it('asks why differences are accepted, and books nothing when that is closed', async () => {
  const asked = server.on(calls.bookCarrierInvoice, () => ({ invoice: anInvoice(1), refused: [] }))
  const user = openPage(ONE)
  const ask = async () => user.click(await screen.findByRole('button', { name: 'Book 2 differences' }))
  await ask()
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Book 2 differences' }))
  expect(dialog.getByText(/^Each difference becomes an adjustment/)).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'Reason Kept with the invoice' })).toHaveAttribute('maxlength', '200')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await isClosed('alertdialog')
  expect(asked).toEqual([])
})

it('says that differences are booked, when and why, and looks again for lines and invoices', async () => {
  server.on(calls.bookCarrierInvoice, () => ({ invoice: anInvoice(1, { to_book: 0 }), refused: [] }))
  const user = openPage(ONE)
  await user.click(await screen.findByRole('button', { name: 'Book 2 differences' }))
  const booked = anInvoice(1, { to_book: 0, reason: 'Checked', booked_at: '2026-11-04T12:00:00.000Z' })
  server.on(calls.getCarrierInvoice, () => booked)
  const lines = server.on(calls.listCarrierInvoiceLines, () => pageOf([]))
  await user.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'Checked{Enter}')
  expect(await screen.findByText('The differences of invoice 903441 are booked.')).toBeVisible()
  expect(await screen.findByText('Booked on 4 Nov 2026: Checked')).toBeVisible()
  expect(screen.queryByText(/could not be booked$/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Book/ })).toBeNull()
  await waitFor(() => expect(lines).toHaveLength(1))
})

it('shows what is left after each call, and what failed', async () => {
  const second = Promise.withResolvers<Refusal>()
  server.on(calls.bookCarrierInvoice, ({ body }) =>
    body.after === 0
      ? { invoice: anInvoice(1, { to_book: 1 }), refused: [{ position: 1, reason: 'not_bought' }], next: 1 }
      : second.promise,
  )
  const user = openPage(ONE)
  await user.click(await screen.findByRole('button', { name: 'Book 2 differences' }))
  await user.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'Checked{Enter}')
  await isClosed('alertdialog')
  expect(await screen.findByRole('button', { name: /^Book 1 difference/ })).toHaveAttribute('data-pending')
  const invoices = server.on(calls.getCarrierInvoice, () => anInvoice(1, { to_book: 1 }))
  second.resolve(new Refusal('permission_denied'))
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  await waitFor(() => expect(invoices).toHaveLength(1))
})
