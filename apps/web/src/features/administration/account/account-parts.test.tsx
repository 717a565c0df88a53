import { getBalance, listCarrierAccounts } from '@postroom/contract/carrier'
import { exportStatement, getStatement, getStatementDays } from '@postroom/contract/carrier-account'
import { getPermission } from '@postroom/contract/identity'
import { downloadVatStatement, exportVatStatement, getVatStatement } from '@postroom/contract/vat-statement'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, MOVEMENT, PAYMENT, VAT } from '../../../testing/an-administration.ts'
import { account, pageOf } from '../../../testing/answers.ts'
import { server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { savedFiles } from '../../../testing/saved-files.ts'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(getStatement, () => pageOf([MOVEMENT]))
})
const open = (query = '') => openPage(`/app/administration?view=account${query}`)
/** The cells of each row of the statement. */
async function rowsOf(table = 'Statement') {
  const grid = within(await screen.findByRole('grid', { name: table }))
  const [, ...rows] = await waitFor(() => {
    const found = grid.getAllByRole('row')
    expect(found.length).toBeGreaterThan(1)
    return found
  })
  return rows.map((row) =>
    [...row.querySelectorAll('[role=gridcell], [role=rowheader]')].map((cell) => cell.textContent),
  )
}
const FIGURES = ['Ready to spend', 'On hold', 'Balance']
const figures = () =>
  FIGURES.map((name) => screen.getAllByText(name, { selector: 'dt' })[0]!.parentElement!.textContent)

describe('the money of the account', () => {
  it('is a dash until it is known, and says what the balance is made of', async () => {
    const held = Promise.withResolvers<never>()
    server.on(getBalance, () => held.promise)
    open()
    await screen.findByRole('region', { name: 'Royal Mail' })
    expect(figures()).toEqual(['Ready to spend–', 'On hold–', 'Balance–ready to spend and on hold'])
    expect(screen.queryByRole('progressbar', { name: 'Loading' })).toBeNull()
    expect(screen.queryByText('No movements yet')).toBeNull()
  })

  it('is asked for again after a failure, beside the rest of the page', async () => {
    server.on(getBalance, () => UNREACHABLE)
    const user = open()
    const alert = await screen.findByText('This could not be loaded.')
    expect(screen.getByRole('region', { name: 'Royal Mail' })).toBeVisible()
    server.on(getBalance, () => {
      return { account_id: account.id, currency: 'GBP' as const, balance: 40_00, posted: 50_00, held: 10_00 }
    })
    await user.click(within(alert.closest<HTMLElement>('[role=alert]')!).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(alert).not.toBeInTheDocument())
    expect(figures()).toEqual(['Ready to spend£40.00', 'On hold£10.00', 'Balance£50.00ready to spend and on hold'])
  })

  it('waits for the account, of which there may be none', async () => {
    const held = Promise.withResolvers<ReturnType<typeof pageOf<typeof account>>>()
    server.on(listCarrierAccounts, () => held.promise)
    open()
    expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeVisible()
    expect(screen.queryByText('No movements yet')).toBeNull()
    held.resolve(pageOf([]))
    expect(await screen.findByText('No movements yet')).toBeVisible()
    expect(screen.queryByRole('progressbar', { name: 'Loading' })).toBeNull()
  })

  it('has no account when the accounts could not be loaded, which is said', async () => {
    server.on(listCarrierAccounts, () => UNREACHABLE)
    open()
    expect(await screen.findByText('This could not be loaded.')).toBeVisible()
    expect(screen.queryByText('No movements yet')).toBeNull()
  })
})

it.each([`&account=${account.id}`, `&payment=${PAYMENT.id}`])('%s alone names no payment', async (query) => {
  open(query)
  expect(await screen.findByText(/INV-20435/)).toBeVisible()
})

it('offers three statements, and keeps the days for two of them', async () => {
  server.on(getStatementDays, () => pageOf([DAY]))
  const user = open('&from=2026-11-09&to=2026-11-19')
  await screen.findByText(/INV-20435/)
  const choices = within(screen.getByRole('radiogroup', { name: 'Statement' })).getAllByRole('radio')
  expect(choices.map((choice) => choice.closest('label')!.textContent)).toEqual([
    'Each movement',
    'By day',
    'VAT by month',
  ])
  await user.click(choices[1]!)
  await waitFor(() => expect(location.search).toBe('?view=account&statement=days&from=2026-11-09&to=2026-11-19'))
})

it('puts what came in and what went out into columns of their own', async () => {
  server.on(getStatementDays, () =>
    pageOf([DAY, { day: '2026-11-18', kind: 'refund', movements: 1, amount: 3_30, balance: -1_00 }]),
  )
  open('&statement=days')
  expect(await rowsOf()).toEqual([
    ['19 Nov 2026', 'Postage 22 movements', '', '−£78.89', '£424.10'],
    ['18 Nov 2026', 'Refund 1 movement', '+£3.30', '', '−£1.00'],
  ])
})

it('shows a movement with its time, its reference and its tracking number', async () => {
  server.on(getStatement, () =>
    pageOf([
      { ...MOVEMENT, tracking: 'AB123456785GB' },
      { ...MOVEMENT, id: 2, kind: 'adjustment', amount: 0, balance: -5, reference: '' },
    ]),
  )
  open()
  expect(await rowsOf()).toEqual([
    ['19 Nov, 10:30', 'Postage INV-20435 · AB123456785GB', '−£78.89', '£424.10'],
    ['19 Nov, 10:30', 'Adjustment ', '+£0.00', '−£0.05'],
  ])
})

it.each([
  ['', '150 movements'],
  ['&statement=days', '150 sums'],
])('knows no balance before the first movement while older ones are not loaded: %s', async (query, foot) => {
  server.on(getStatement, () => ({ ...pageOf([MOVEMENT]), total: 150, length: 100 }))
  server.on(getStatementDays, () => ({ ...pageOf([DAY]), total: 150, length: 100 }))
  open(query)
  expect(await screen.findByText(foot)).toBeVisible()
  expect(screen.queryByText(/balance before/)).toBeNull()
})

it.each([
  ['&from=2026-11-01', { dateFrom: '2026-11-01' }],
  ['&to=2026-11-19', { dateTo: '2026-11-19' }],
  ['', {}],
])('asks for the days of %s, and saves them', async (query, days) => {
  const asked = server.on(getStatement, () => pageOf([MOVEMENT]))
  const exported = server.on(exportStatement, () => new TextEncoder().encode('at,amount'))
  const saved = savedFiles()
  const user = open(query)
  await user.click(await screen.findByRole('button', { name: 'Save as CSV' }))
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['statement.csv']))
  expect(await saved[0]!.text).toBe('at,amount')
  expect(exported.map((call) => call.query)).toEqual([days])
  expect(asked[0]!.query).toMatchObject(days)
})

const month = () => screen.findByRole('button', { name: /Month$/ })

describe('the VAT', () => {
  beforeEach(() => {
    server.on(getVatStatement, () => VAT)
  })

  it.each([
    ['csv', 'Save as CSV', exportVatStatement],
    ['pdf', 'Save as PDF', downloadVatStatement],
  ] as const)('is saved as %s', async (kind, button, endpoint) => {
    const calls = server.on(endpoint, () => new TextEncoder().encode(kind))
    const saved = savedFiles()
    const user = open('&statement=vat&month=2026-10')
    await waitFor(() => expect(screen.getByRole('button', { name: button })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual([`vat-statement-2026-10.${kind}`]))
    expect(await saved[0]!.text).toBe(kind)
    expect(calls.map(({ params, query }) => ({ ...params, ...query }))).toEqual([
      { accountId: account.id, month: '2026-10' },
    ])
  })

  it('cannot be saved before it is known', async () => {
    const held = Promise.withResolvers<never>()
    server.on(getVatStatement, () => held.promise)
    open('&statement=vat')
    for (const name of ['Save as CSV', 'Save as PDF'])
      expect(await screen.findByRole('button', { name })).toBeDisabled()
    expect(screen.queryByText(/The seller has stated no VAT number/)).toBeNull()
  })

  it('can be of the last three years, this month first', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T12:00:00.000Z') })
    const calls = server.on(getVatStatement, () => VAT)
    const user = open('&statement=vat')
    expect(await month()).toHaveTextContent('November 2026')
    await user.click(await month())
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect([names.length, names[0], names.at(-1)]).toEqual([36, 'November 2026', 'December 2023'])
    await user.click(screen.getByRole('option', { name: 'October 2026' }))
    await waitFor(() => expect(location.search).toBe('?view=account&statement=vat&month=2026-10'))
    await waitFor(() => expect(calls.map(({ query }) => query.month)).toEqual(['2026-11', '2026-10']))
  })

  it('of an older month lists that one first', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T12:00:00.000Z') })
    const user = open('&statement=vat&month=2023-11')
    await user.click(await month())
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect([names.length, names[0], names[1]]).toEqual([37, 'November 2023', 'November 2026'])
  })

  it('has a table for the treatments and one for the days, each with its own first column', async () => {
    open('&statement=vat&month=2026-11')
    expect(await rowsOf('VAT by treatment')).toEqual([['Standard rate, 20%', '£3.04', '£0.61', '£3.65']])
    expect(await rowsOf('VAT by day')).toEqual([['5 November', '£3.04', '£0.61', '£3.65']])
    expect(screen.queryByText(/The seller has stated no VAT number/)).toBeNull()
  })

  it('without the number of the seller has gross sums only, on a phone too', async () => {
    server.on(getVatStatement, () => ({ ...VAT, seller: { ...VAT.seller, vat_number: null } }))
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(350)
    open('&statement=vat&month=2026-11')
    expect(await rowsOf('VAT by treatment')).toEqual([['Standard rate, 20%£3.65']])
    expect(screen.getByText('Bought less refunds: £3.65')).toBeVisible()
    expect(screen.getByText(/The seller has stated no VAT number/)).toBeVisible()
  })

  it('of a month without a purchase has neither sums, nor days, nor a word about the seller', async () => {
    server.on(getVatStatement, () => ({
      ...VAT,
      seller: { ...VAT.seller, vat_number: null },
      groups: [],
      days: [],
    }))
    open('&statement=vat&month=2026-11')
    expect(await screen.findByText('Nothing was bought in this month')).toBeVisible()
    expect(screen.queryByText(/^Bought less refunds/)).toBeNull()
    expect(screen.queryByText(/The seller has stated no VAT number/)).toBeNull()
    expect(screen.queryByRole('grid', { name: 'VAT by day' })).toBeNull()
  })
})
