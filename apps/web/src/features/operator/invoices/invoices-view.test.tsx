import * as calls from '@postroom/contract/carrier-invoice'
import type { CarrierInvoice, CarrierInvoiceLine } from '@postroom/contract/carrier-invoice'
import { fieldError } from '@postroom/contract/field-errors'
import { getPermission } from '@postroom/contract/identity'
import { listOrganisations } from '@postroom/contract/organisation-list'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { savedFiles } from '../../../testing/saved-files.ts'

const ID = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c21'
const SHIPMENT = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c22'
const ACCOUNT = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c23'
const INVOICE: CarrierInvoice = {
  id: ID,
  carrier: 'RM',
  number: '9034417',
  first_day: '2026-10-01',
  last_day: '2026-10-31',
  sha256: 'a'.repeat(64),
  imported_by: ACCOUNT,
  imported_at: '2026-11-02T09:00:00.000Z',
  lines: 412,
  total: 1_318_40,
  agree: 409,
  differ: 4,
  over: 1_07,
  under: 3_20,
  to_book: 2,
}
const LINE: CarrierInvoiceLine = {
  position: 7,
  row: 8,
  item_number: 'TT000000007GB',
  service: 'TPN',
  outcome: 'charged_more',
  charged: 3_27,
  expected: 3_20,
  difference: 7,
  shipment_id: SHIPMENT,
  organisation: 'Llewellyn Bindery Ltd',
  is_booked: false,
}
const UNKNOWN: CarrierInvoiceLine = {
  position: 9,
  row: 10,
  item_number: 'XX1',
  service: '',
  outcome: 'unknown_item',
  charged: 1_00,
  expected: 0,
  difference: 1_00,
  is_booked: false,
}

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(calls.listCarrierInvoices, () => pageOf([INVOICE]))
  server.on(calls.getCarrierInvoice, () => INVOICE)
  server.on(calls.listCarrierInvoiceLines, () => pageOf([LINE, UNKNOWN]))
  server.on(listOrganisations, () =>
    pageOf([
      {
        id: ACCOUNT,
        name: 'Llewellyn Bindery Ltd',
        handle: 'llewellyn',
        created_at: '2026-03-03T09:00:00.000Z',
        users: { full: 1, lite: 0 },
        accounts: [{ id: ACCOUNT, name: 'Royal Mail', is_active: true, available: 0 }],
      },
    ]),
  )
})
const open = (invoice = '') => openPage(`/app/operator?view=invoices${invoice && `&invoice=${invoice}`}`)

async function fillIn(user: ReturnType<typeof open>, number: string) {
  await user.click(await screen.findByRole('button', { name: 'Import an invoice' }))
  const dialog = within(await screen.findByRole('dialog'))
  if (number) await user.type(dialog.getByRole('textbox', { name: /^Invoice number/ }), number)
  return dialog
}
const upload = (user: ReturnType<typeof open>) =>
  user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['item,net,vat'], 'october.csv'))

it('lists invoices with what is left to book, and opens one', async () => {
  const user = open()
  const row = (await screen.findByRole('rowheader', { name: '9034417' })).closest<HTMLElement>('[role=row]')!
  expect(within(row).getByText('£1,318.40')).toBeVisible()
  expect(within(row).getByText('2 to book')).toBeVisible()
  await user.click(row)
  expect(await screen.findByRole('heading', { name: 'Invoice 9034417' })).toBeVisible()
  expect(location.search).toBe(`?view=invoices&invoice=${ID}`)
  await user.click(screen.getByRole('button', { name: 'All invoices' }))
  expect(await screen.findByRole('rowheader', { name: '9034417' })).toBeVisible()
})

it('says so when nothing was imported, and when the list cannot be loaded', async () => {
  server.on(calls.listCarrierInvoices, () => pageOf([]))
  open()
  expect(await screen.findByText('No invoice has been imported')).toBeVisible()
})

it('imports the file of last month for one account and shows what it found', async () => {
  const asked = server.on(calls.importCarrierInvoice, () => INVOICE)
  const user = open()
  const dialog = await fillIn(user, '9034417')
  await user.click(dialog.getByRole('button', { name: /^Every organisation/ }))
  await user.click(await screen.findByRole('option', { name: 'Llewellyn Bindery Ltd' }))
  await upload(user)
  await user.click(dialog.getByRole('button', { name: 'Import and compare' }))
  expect(await screen.findByRole('heading', { name: 'Invoice 9034417' })).toBeVisible()
  expect(asked.map(({ query, body }) => ({ query, body }))).toEqual([
    {
      query: { carrier: 'RM', number: '9034417', dateFrom: '2026-10-01', dateTo: '2026-10-31', account_id: ACCOUNT },
      body: 'item,net,vat',
    },
  ])
})

it('asks for what is missing before it sends anything', async () => {
  const asked = server.on(calls.importCarrierInvoice, () => INVOICE)
  const user = open()
  const dialog = await fillIn(user, '')
  await user.click(dialog.getByRole('button', { name: 'Import and compare' }))
  expect(dialog.getByText('Enter the number of the invoice.')).toBeVisible()
  expect(dialog.getByText('Choose the file of the invoice.')).toBeVisible()
  expect(asked).toEqual([])
})

it('shows bad cells by row and column; a refusal and a lost answer keep what was typed', async () => {
  server.on(
    calls.importCarrierInvoice,
    () => new Refusal('invalid_request', { fields: [fieldError('4.net', 'invalid_amount')] }),
  )
  const user = open()
  const dialog = await fillIn(user, '9034417')
  await upload(user)
  const send = () => user.click(dialog.getByRole('button', { name: 'Import and compare' }))
  await send()
  expect(await dialog.findByText('Row 4, net:')).toBeVisible()
  server.on(calls.importCarrierInvoice, () => new Refusal('invoice_number_taken'))
  await send()
  expect(await dialog.findByText('Another file was imported under this invoice number.')).toBeVisible()
  server.on(calls.importCarrierInvoice, () => UNREACHABLE)
  await send()
  expect(await dialog.findByText(/^No answer came/)).toBeVisible()
  expect(dialog.getByRole('textbox', { name: /^Invoice number/ })).toHaveValue('9034417')
})

it('shows each difference; only what was bought here has evidence; one result can be chosen', async () => {
  const asked = server.on(calls.listCarrierInvoiceLines, ({ query }) =>
    pageOf(query.outcome ? [UNKNOWN] : [LINE, UNKNOWN]),
  )
  const user = open(ID)
  const row = within(
    (await screen.findByRole('rowheader', { name: LINE.item_number })).closest<HTMLElement>('[role=row]')!,
  )
  expect(row.getByText('Charged more')).toBeVisible()
  expect(row.getByText('+£0.07')).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^Evidence/ })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /^Every difference/ }))
  await user.click(await screen.findByRole('option', { name: 'Not bought here' }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ outcome: 'unknown_item' }))
})

it('books all differences call by call with one reason, and names how many the ledger refused', async () => {
  const asked = server.on(calls.bookCarrierInvoice, ({ body }) =>
    body.after === 0
      ? { invoice: { ...INVOICE, to_book: 1 }, refused: [], next: 500 }
      : { invoice: { ...INVOICE, to_book: 1 }, refused: [{ position: 501, reason: 'adjustment_exceeds_charge' }] },
  )
  const user = open(ID)
  await user.click(await screen.findByRole('button', { name: 'Book 2 differences' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Book 2 differences' }))
  expect(dialog.getByText('Enter why the differences are accepted.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Checked')
  await user.click(dialog.getByRole('button', { name: 'Book 2 differences' }))
  expect(await screen.findByText('1 difference could not be booked')).toBeVisible()
  expect(asked.map(({ body }) => body)).toEqual([
    { reason: 'Checked', after: 0 },
    { reason: 'Checked', after: 500 },
  ])
})

it('saves the differences and the evidence of a line as files', async () => {
  const saved = savedFiles()
  server.on(calls.exportCarrierInvoice, () => new Uint8Array([1]))
  server.on(calls.downloadInvoiceEvidence, () => new Uint8Array([1]))
  const user = open(ID)
  await user.click(await screen.findByRole('button', { name: 'Save differences' }))
  await user.click(await screen.findByRole('button', { name: /^Evidence/ }))
  await waitFor(() =>
    expect(saved).toMatchObject([
      { name: 'invoice-9034417.csv', type: 'text/csv' },
      { name: `evidence-${LINE.item_number}.pdf`, type: 'application/pdf' },
    ]),
  )
})

it('offers to try again when an invoice cannot be loaded', async () => {
  server.on(calls.getCarrierInvoice, () => new Refusal('not_found'))
  const user = open(ID)
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.on(calls.getCarrierInvoice, () => INVOICE)
  await user.click(again)
  expect(await screen.findByRole('heading', { name: 'Invoice 9034417' })).toBeVisible()
})
