import { getAutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { getBalance } from '@postroom/contract/carrier'
import { getPayment, listPayments, startPayment, type Payment } from '@postroom/contract/payment'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { appConfig } from '../../../app-config.ts'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { takesCards } from '../../../testing/takes-cards.ts'

const ACCOUNT = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'
const PAYMENT: Payment = {
  id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a21',
  account_id: ACCOUNT,
  amount: 50_00,
  reference: '0B6F2F0A',
  state: 'open',
  taken_back: 0,
  is_automatic: false,
  created_at: '2026-11-19T10:30:00.000Z',
}
const URL_OF_STRIPE = 'https://checkout.stripe.com/c/pay/cs_1'

const left = takesCards()
beforeEach(() => {
  server.on(getAutomaticTopUp, () => ({ state: 'off' as const, charged: 0, is_card_asked: false }))
})

const open = (query = '') => openPage(`/app/administration?view=account${query}`)

it('leads to the page of Stripe for a common amount or a typed one, and the button repeats it', async () => {
  const calls = server.on(startPayment, () => ({ ...PAYMENT, url: URL_OF_STRIPE }))
  const user = open()
  await user.click(await screen.findByRole('radio', { name: '£50.00' }))
  expect(screen.getByRole('textbox', { name: 'Amount, in pounds' })).toHaveValue('50')
  await user.click(screen.getByRole('button', { name: 'Pay £50.00 by card' }))
  await waitFor(() => expect(left).toEqual([URL_OF_STRIPE]))
  expect(calls).toMatchObject([{ params: { accountId: ACCOUNT }, body: { amount: 50_00 } }])
  await user.clear(screen.getByRole('textbox', { name: 'Amount, in pounds' }))
  await user.type(screen.getByRole('textbox', { name: 'Amount, in pounds' }), '12.34{Enter}')
  await waitFor(() => expect(calls[1]).toMatchObject({ body: { amount: 12_34 } }))
})

it('sends nothing for an amount that is too small, too large or none', async () => {
  const calls = server.on(startPayment, () => PAYMENT)
  const user = open()
  for (const amount of ['4.99', '5000.01', 'much']) {
    const field = await screen.findByRole('textbox', { name: 'Amount, in pounds' })
    await user.clear(field)
    await user.type(field, `${amount}{Enter}`)
    expect(screen.getByText('Enter an amount from £5.00 to £5,000.00.')).toBeVisible()
  }
  expect(calls).toEqual([])
})

it('repeats a press without an answer under the same key', async () => {
  server.on(startPayment, () => UNREACHABLE)
  const user = open()
  await user.click(await screen.findByRole('radio', { name: '£20.00' }))
  await user.click(screen.getByRole('button', { name: 'Pay £20.00 by card' }))
  await screen.findByText(/^No answer came/)
  const again = server.on(startPayment, () => ({ ...PAYMENT, url: URL_OF_STRIPE }))
  await user.click(screen.getByRole('button', { name: 'Pay £20.00 by card' }))
  await waitFor(() => expect(again).toHaveLength(1))
  expect(new Set(server.idempotencyKeys).size).toBe(1)
})

test.each([
  ['pending', /is under way/, 'status'],
  ['paid', /£50.00 has arrived/, 'status'],
  ['failed', /was not made/, 'alert'],
  ['differs', /not what was asked for/, 'status'],
] as const)('says that the payment is %s', async (state, text, role) => {
  server.on(getPayment, () => ({ ...PAYMENT, state }))
  open(`&account=${ACCOUNT}&payment=${PAYMENT.id}`)
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByText(text).closest(`[role=${role}]`)).not.toBeNull()
})

it('asks until Stripe has said what became of it, then for the balance', async () => {
  let asked = 0
  server.on(getPayment, () => ({ ...PAYMENT, state: ++asked < 2 ? ('open' as const) : ('paid' as const) }))
  const balances = server.on(getBalance, ({ params: { accountId: account_id } }) => ({
    account_id,
    currency: 'GBP' as const,
    balance: 0,
    posted: 0,
    held: 0,
  }))
  open(`&account=${ACCOUNT}&payment=${PAYMENT.id}`)
  expect(await screen.findByText(/Stripe has not reported/)).toBeVisible()
  await screen.findByText(/has arrived/, {}, { timeout: 8_000 })
  await waitFor(() => expect(balances.length).toBeGreaterThan(1))
})

it('lists the payments with their states and what was taken back', async () => {
  server.on(listPayments, () =>
    pageOf([
      { ...PAYMENT, state: 'paid', taken_back: 12_00 },
      { ...PAYMENT, id: crypto.randomUUID(), state: 'differs' },
    ]),
  )
  open()
  const card = within(await screen.findByRole('region', { name: 'Payments by card' }))
  expect((await card.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '£50.0019 Nov 2026 · 0B6F2F0A · £12.00 taken backReceived',
    '£50.0019 Nov 2026 · 0B6F2F0ABeing checked',
  ])
})

it('has no payments yet', async () => {
  open()
  expect(await screen.findByText('No payments yet')).toBeVisible()
})

it('tries again when the payments are not loaded', async () => {
  server.on(listPayments, () => new Refusal('try_again'))
  const user = open()
  await screen.findByText('The payments could not be loaded.', {}, { timeout: 8_000 })
  server.on(listPayments, () => pageOf([]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No payments yet')).toBeVisible()
})

it('offers nothing where cards are not taken', async () => {
  appConfig().takesCards = false
  open()
  await screen.findByRole('region', { name: 'Royal Mail' })
  expect(screen.queryByText('Pay by card')).toBeNull()
})
