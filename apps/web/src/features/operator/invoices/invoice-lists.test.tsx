import * as calls from '@postroom/contract/carrier-invoice'
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
import { anInvoice, anInvoiceLine } from './testing/an-invoice.ts'

const LISTS = '/app/operator?view=invoices'
const ONE = `${LISTS}&invoice=${idOf(1)}`
beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(calls.listCarrierInvoices, () => pageOf([anInvoice(1)]))
  server.on(calls.getCarrierInvoice, () => anInvoice(1))
  server.on(calls.listCarrierInvoiceLines, () => pageOf([anInvoiceLine(1)]))
})
const cells = (name: string) =>
  [...screen.getByRole('row', { name }).querySelectorAll('[role=gridcell]')].map(({ textContent }) => textContent)

test.each([
  [LISTS, 1024, ['Invoice number 384', 'Posted 220', 'Lines 90', 'Charged 120', 'Result 210']],
  [LISTS, 859, ['Invoice number 309', 'Posted 220', 'Charged 120', 'Result 210']],
  [LISTS, 759, ['Invoice number 429', 'Charged 120', 'Result 210']],
  [
    ONE,
    1024,
    [
      'Row 75',
      'Item 155',
      'Result 220',
      'Organisation 154',
      'Charged 100',
      'Expected 100',
      'Difference 110',
      'Evidence 110',
    ],
  ],
  [ONE, 999, ['Row 75', 'Item 284', 'Result 220', 'Charged 100', 'Expected 100', 'Difference 110', 'Evidence 110']],
  [ONE, 899, ['Item 259', 'Result 220', 'Charged 100', 'Expected 100', 'Difference 110', 'Evidence 110']],
  [ONE, 779, ['Item 339', 'Result 220', 'Difference 110', 'Evidence 110']],
])('%s has room for these columns in %i pixels', async (path, pixels, columns) => {
  tablesAreWide(pixels)
  openPage(path)
  await screen.findByRole('rowheader')
  expect(heads()).toEqual(columns)
})

test.each([
  [LISTS, 860, 'Lines'],
  [LISTS, 760, 'Posted'],
  [ONE, 1000, 'Organisation'],
  [ONE, 900, 'Row'],
  [ONE, 780, 'Charged'],
  [ONE, 780, 'Expected'],
])('%s has room in %i pixels for the column %s', async (path, pixels, column) => {
  tablesAreWide(pixels)
  openPage(path)
  expect(await screen.findByRole('columnheader', { name: column })).toBeVisible()
})

test.each([
  [LISTS, '9034412 to book1 – 31 Oct 2026 · £1,318.40'],
  [ONE, 'TT1GB+£0.07 Evidence TT1GBCharged more · Llewellyn Bindery Ltd'],
])('%s shows a row on two lines on a phone', async (path, text) => {
  tablesAreWide(400)
  openPage(path)
  expect(await screen.findByRole('row', { name: /^(903|TT1)/ })).toHaveTextContent(text)
})

it('writes days, lines, amount and result of each invoice, by fifty', async () => {
  listsAreShort()
  const results = [{ differ: 0 }, { differ: 3, to_book: 0 }, { differ: 3, to_book: 1 }, { differ: 1, to_book: 0 }]
  const invoices = Array.from({ length: 100 }, (_, number) => anInvoice(number, results[number % 4]))
  const asked = server.on(calls.listCarrierInvoices, pagesOf(invoices))
  openPage(LISTS)
  expect(await screen.findByText('100 invoices')).toBeVisible()
  expect(['903440', '903441', '903442', '903443'].map(cells)).toEqual(
    ['Agrees', '3 differences', '1 to book', '1 difference'].map((result) => [
      '1\u2009–\u200931 Oct 2026',
      '412',
      '£1,318.40',
      result,
    ]),
  )
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ query }) => query)).toEqual([
    expect.objectContaining({ start: 0, length: 50 }),
    expect.objectContaining({ start: 50, length: 50 }),
  ])
})

it('writes row, result, organisation and amounts of each line, by fifty', async () => {
  listsAreShort()
  const first = [
    anInvoiceLine(0, { difference: -7, outcome: 'charged_less', is_booked: true }),
    anInvoiceLine(1, { row: undefined, organisation: undefined, difference: 0, outcome: 'missing' }),
    anInvoiceLine(2),
  ]
  const others = Array.from({ length: 97 }, (_, number) => anInvoiceLine(number + 3))
  const asked = server.on(calls.listCarrierInvoiceLines, pagesOf([...first, ...others]))
  openPage(ONE)
  expect(await screen.findByText('100 lines')).toBeVisible()
  expect(['TT0GB', 'TT1GB', 'TT2GB'].map((item) => cells(item).slice(0, 6))).toEqual([
    ['1,000', 'Charged less · booked', 'Llewellyn Bindery Ltd', '£3.27', '£3.20', '-£0.07'],
    ['', 'Not on the invoice', '', '£3.27', '£3.20', '£0.00'],
    ['1,002', 'Charged more', 'Llewellyn Bindery Ltd', '£3.27', '£3.20', '+£0.07'],
  ])
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ params, query }) => [params.invoiceId, query])).toEqual([
    [idOf(1), expect.objectContaining({ start: 0, length: 50 })],
    [idOf(1), expect.objectContaining({ start: 50, length: 50 })],
  ])
  expect(asked[0]?.query).not.toHaveProperty('outcome')
})

it('saves the evidence of the line that is pressed', async () => {
  const saved = savedFiles()
  server.on(calls.listCarrierInvoiceLines, () => pageOf([anInvoiceLine(1), anInvoiceLine(2)]))
  const asked = server.on(calls.downloadInvoiceEvidence, () => new Uint8Array([1]))
  const user = openPage(ONE)
  await user.click(await screen.findByRole('button', { name: 'Evidence TT2GB' }))
  await waitFor(() => expect(saved).toMatchObject([{ name: 'evidence-TT2GB.pdf' }]))
  expect(asked[0]?.params).toEqual({ invoiceId: idOf(1), position: '2' })
})

it('shows the lines with one result and every difference again, and says which there are not', async () => {
  const asked = server.on(calls.listCarrierInvoiceLines, () => pageOf([]))
  const user = openPage(ONE)
  expect(await screen.findByText('Every line agrees with what was bought')).toBeVisible()
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: /Show$/ }))
    await user.click(await screen.findByRole('option', { name }))
  }
  await user.click(screen.getByRole('button', { name: /Show$/ }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Every difference',
    'Agrees',
    'Charged more',
    'Charged less',
    'Charged twice',
    'Charged although voided',
    'Return used',
    'Of another account',
    'Not bought here',
    'Not on the invoice',
  ])
  await user.keyboard('{Escape}')
  await choose('Return used')
  expect(await screen.findByText('No line has this result')).toBeVisible()
  expect(asked.at(-1)?.query.outcome).toBe('return_used')
  await choose('Every difference')
  expect(await screen.findByText('Every line agrees with what was bought')).toBeVisible()
})

it('says without a toast that invoices or lines could not be loaded', async () => {
  for (const list of [calls.listCarrierInvoices, calls.listCarrierInvoiceLines, calls.getCarrierInvoice])
    server.on(list, () => new Refusal('permission_denied'))
  const user = openPage(LISTS)
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.on(calls.listCarrierInvoices, () => pageOf([anInvoice(1)]))
  await user.click(again)
  await user.click(await screen.findByRole('rowheader', { name: '903441' }))
  await screen.findByText('The invoice could not be loaded.')
  server.on(calls.getCarrierInvoice, () => anInvoice(1))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Differences: the list could not be loaded')
  expect(openToast()).toBeUndefined()
})

it('sums an invoice up, and saves its differences under a name that every system takes', async () => {
  const saved = savedFiles()
  server.on(calls.getCarrierInvoice, () => anInvoice(1, { number: 'A/1 ü.2-b' }))
  const asked = server.on(calls.exportCarrierInvoice, () => new Uint8Array([1]))
  const user = openPage(ONE)
  expect(await screen.findByRole('heading', { name: 'Invoice A/1 ü.2-b' })).toBeVisible()
  expect(screen.getByText('1 – 31 Oct 2026')).toBeVisible()
  const figures = within(screen.getByText('Lines that agree').closest('dl')!)
  expect(figures.getAllByRole('term').map((term) => term.parentElement!.textContent)).toEqual([
    'Charged£1,318.40412 lines',
    'Lines that agree1,409',
    'Differences1,004',
    'Charged above the books£1.07',
    'Charged below the books£3.20',
  ])
  expect(screen.queryByText(/^Booked on/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save differences' }))
  await waitFor(() => expect(saved).toMatchObject([{ name: 'invoice-A-1-.2-b.csv' }]))
  expect(asked[0]?.params).toEqual({ invoiceId: idOf(1) })
})

it('has nothing to save or book when all lines agree', async () => {
  server.on(calls.getCarrierInvoice, () => anInvoice(1, { differ: 0, to_book: 0 }))
  openPage(ONE)
  expect(await screen.findByRole('button', { name: 'Save differences' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: /^Book/ })).toBeNull()
})

it('shows that an invoice is loading', async () => {
  server.on(calls.getCarrierInvoice, () => new Promise<never>(() => {}))
  openPage(ONE)
  expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeVisible()
  expect(screen.queryByText('The invoice could not be loaded.')).toBeNull()
})
