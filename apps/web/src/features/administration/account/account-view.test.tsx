import { listCarrierAccounts } from '@postroom/contract/carrier'
import {
  exportStatement,
  getStatement,
  getStatementDays,
  updateCarrierAccount,
  type StatementDay,
  type StatementLine,
} from '@postroom/contract/carrier-account'
import { getPermission } from '@postroom/contract/identity'
import { exportVatStatement, getVatStatement, type VatStatement } from '@postroom/contract/vat-statement'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

const LINES: StatementLine[] = [
  { id: 2, at: '2026-11-19T10:30:00.000Z', kind: 'postage', amount: -7_889, balance: 42_410, reference: 'INV-20435' },
  { id: 1, at: '2026-11-18T10:30:00.000Z', kind: 'topup', amount: 25_000, balance: 50_299, reference: 'FPS 118204' },
]
beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
})

const open = (query = '') => openPage(`/app/administration?view=account${query}`)
const rowOf = async (name: RegExp) =>
  (await screen.findByRole('rowheader', { name })).closest<HTMLElement>('[role=row]')

describe('the movements', () => {
  it('stand with the balance after each, newest first, and the balance before them', async () => {
    const calls = server.on(getStatement, () => pageOf(LINES))
    open()
    expect(await rowOf(/INV-20435/)).toHaveTextContent('Postage INV-20435−£78.89£424.10')
    expect(await rowOf(/Top-up FPS/)).toHaveTextContent('+£250.00£502.99')
    expect(screen.getByText('Ready to spend').nextSibling).toHaveTextContent('£50.00')
    expect(screen.getByText('On hold').nextSibling).toHaveTextContent('£0.00')
    expect(screen.getByText('2 movements · balance before: £252.99')).toBeVisible()
    expect(calls[0]?.query).toMatchObject({ orderAsc: 'false' })
  })

  it('are saved as a file, for the days in the URL', async () => {
    server.on(getStatement, () => pageOf(LINES))
    const saved = server.on(exportStatement, () => new TextEncoder().encode('at,amount'))
    const made = vi.spyOn(URL, 'createObjectURL')
    const user = open('&from=2026-11-01&to=2026-11-19')
    await rowOf(/INV-20435/)
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }))
    await waitFor(() => expect(made).toHaveBeenCalledOnce())
    expect(saved[0]?.query).toEqual({ dateFrom: '2026-11-01', dateTo: '2026-11-19' })
  })

  it('can be none, or not loaded', async () => {
    server.on(getStatement, () => UNREACHABLE)
    const user = open()
    await screen.findByText('Statement: the list could not be loaded', {}, { timeout: 8_000 })
    server.on(getStatement, () => pageOf([]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No movements yet')).toBeVisible()
  })
})

it('by day has what came in and what went out, and a row opens the movements of its day', async () => {
  const days: StatementDay[] = [
    { day: '2026-11-19', kind: 'postage', movements: 22, amount: -7_889, balance: 42_410 },
    { day: '2026-11-18', kind: 'refund', movements: 1, amount: 330, balance: 50_299 },
  ]
  server.on(getStatement, () => pageOf(LINES))
  const asked = server.on(getStatementDays, () => pageOf(days))
  const user = open('&from=2026-11-09')
  await user.click(await screen.findByRole('radio', { name: 'By day' }))
  expect(await rowOf(/Postage 22 movements/)).toHaveTextContent('19 Nov 2026Postage 22 movements−£78.89£424.10')
  expect(asked[0]?.query).toMatchObject({ dateFrom: '2026-11-09', orderAsc: 'false' })
  expect(screen.getByText('2 sums · balance before: £499.69')).toBeVisible()
  await user.click(screen.getByRole('rowheader', { name: /Refund 1 movement/ }))
  await rowOf(/INV-20435/)
  expect(location.search).toBe('?view=account&from=2026-11-18&to=2026-11-18')
})

describe('the VAT of a month', () => {
  const share = { net: 304, vat: 61, gross: 365 }
  const statement = (change: Partial<VatStatement> = {}): VatStatement => ({
    month: '2026-10',
    account_name: 'Office',
    seller: { name: 'Postroom', address: [], vat_number: 'GB980780684' },
    buyer: { name: 'Office', address: [] },
    groups: [
      { group: 'standard', ...share },
      { group: 'exempt', net: -320, vat: 0, gross: -320 },
    ],
    days: [{ day: '2026-10-05', net: -16, vat: 61, gross: 45 }],
    ...change,
  })

  it('is shown by treatment and by day with its sum, and saved', async () => {
    const asked = server.on(getVatStatement, () => statement())
    const saved = server.on(exportVatStatement, () => new Uint8Array([1]))
    const user = open('&statement=vat&month=2026-10')
    expect(await rowOf(/Standard rate/)).toHaveTextContent('£3.04£0.61£3.65')
    expect(await rowOf(/Exempt/)).toHaveTextContent('−£3.20£0.00−£3.20')
    expect(await rowOf(/5 October/)).toHaveTextContent('−£0.16£0.61£0.45')
    expect(screen.getByText('Bought less refunds: net −£0.16, VAT £0.61, gross £0.45')).toBeVisible()
    expect(asked[0]?.query).toEqual({ month: '2026-10' })
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }))
    await waitFor(() => expect(saved[0]?.query).toEqual({ month: '2026-10' }))
  })

  it('can be of a month that is no longer in the list', async () => {
    server.on(getVatStatement, () => statement())
    open('&statement=vat&month=2020-10')
    expect(await screen.findByRole('button', { name: /October 2020/ })).toBeVisible()
  })

  it('has gross amounts only when the seller has no VAT number', async () => {
    server.on(getVatStatement, () => statement({ seller: { name: 'Postroom', address: [], vat_number: null } }))
    open('&statement=vat&month=2026-10')
    const row = await rowOf(/Standard rate/)
    expect(row).toHaveTextContent('£3.65')
    expect(row).not.toHaveTextContent('£0.61')
    expect(screen.getByText(/The seller has stated no VAT number/)).toBeVisible()
  })

  it('can be nothing, or not loaded; nothing is not saved', async () => {
    server.on(getVatStatement, () => UNREACHABLE)
    const user = open('&statement=vat')
    await screen.findByText(/could not be loaded/, {}, { timeout: 8_000 })
    server.on(getVatStatement, () => statement({ groups: [], days: [] }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nothing was bought in this month')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Save as PDF' })).toBeDisabled()
  })
})

it('says what the account may spend, and where there is no limit', async () => {
  server.on(getStatement, () => pageOf(LINES))
  server.on(listCarrierAccounts, () =>
    pageOf([
      {
        id: 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01',
        carrier_code: 'RM',
        name: 'Office',
        is_active: true,
        pricing: 'online' as const,
        currency: 'GBP' as const,
        low_balance: 15_000,
        limits: { purchases_per_minute: 30, pence_per_day: null },
        billing: null,
      },
    ]),
  )
  open()
  const card = within(await screen.findByRole('region', { name: 'Royal Mail' }))
  const said = (limit: string) => card.getByText(limit).nextSibling
  expect(said('Price list')).toHaveTextContent('Online')
  expect(said('Managers are notified below')).toHaveTextContent('£150.00')
  expect(said('A day at most')).toHaveTextContent('no limit')
  expect(said('A minute at most')).toHaveTextContent('30 purchases')
})

it('changes the limits and the alert; an empty field is no limit, and a refusal keeps what was typed', async () => {
  server.on(getStatement, () => pageOf(LINES))
  const calls = server.on(updateCarrierAccount, () => new Refusal('character_not_printable'))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Change the limits' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = (name: RegExp) => dialog.getByRole('textbox', { name })
  for (const name of [/^Notify/, /^Spend/, /^Buy/]) await user.clear(field(name))
  await user.type(field(/^Spend/), 'much')
  await user.click(dialog.getByRole('button', { name: 'Save the limits' }))
  expect(dialog.getByText('Enter a number, or leave it empty.')).toBeVisible()
  expect(calls).toEqual([])
  await user.clear(field(/^Spend/))
  await user.type(field(/^Spend/), '250.50')
  await user.type(field(/^Notify/), '20')
  await user.click(dialog.getByRole('button', { name: 'Save the limits' }))
  const limits = { pence_per_day: 250_50, purchases_per_minute: null }
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ low_balance: 20_00, limits }))
  expect(field(/^Spend/)).toHaveValue('250.50')
})
