import { getAutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { getPayment, listPayments, startPayment } from '@postroom/contract/payment'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { PAYMENT } from '../../../testing/an-administration.ts'
import { account, pageOf } from '../../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../../testing/moved-clock.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { takesCards } from '../../../testing/takes-cards.ts'

const STRIPE = 'https://checkout.stripe.com/c/pay/cs_1'
const left = takesCards()
beforeEach(() => {
  server.on(getAutomaticTopUp, () => ({ state: 'off' as const, charged: 0, is_card_asked: false }))
})
const open = (query = '') => openPage(`/app/administration?view=account${query}`)
const returned = `&account=${account.id}&payment=${PAYMENT.id}`

it.each([
  ['open', 2, 1],
  ['open', 4, 2],
  ['pending', 59, 1],
  ['pending', 61, 2],
  ['paid', 120, 1],
  ['failed', 120, 1],
  ['differs', 120, 1],
] as const)('a payment that is %s has after %i seconds been asked for %i times', async (state, seconds, times) => {
  useMovedClock()
  const calls = server.on(getPayment, () => ({ ...PAYMENT, state }))
  open(returned)
  await screen.findByText(/payment of £50\.00/)
  await pass(seconds)
  expect(calls).toHaveLength(times)
  expect(calls[0]).toMatchObject({ params: { accountId: account.id, paymentId: PAYMENT.id } })
})

it.each([
  ['open', 0],
  ['pending', 1],
  ['paid', 1],
] as const)('a payment that is %s makes what is known of the account stale: %i', async (state, times) => {
  server.on(getPayment, () => ({ ...PAYMENT, state }))
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries')
  open(returned)
  await screen.findByText(/payment of £50\.00/)
  const ofBalance = () => invalidated.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === 'balance')
  await waitFor(() => expect(ofBalance().length > 0).toBe(times > 0))
})

it.each([
  ['open', 'info'],
  ['pending', 'info'],
  ['paid', 'good'],
  ['failed', 'error'],
  ['differs', 'warn'],
] as const)('a payment that is %s has the tone %s, in the list and on return', async (state, tone) => {
  server.on(getPayment, () => ({ ...PAYMENT, state }))
  server.on(listPayments, () => pageOf([{ ...PAYMENT, state, is_automatic: true }]))
  open(returned)
  const notice = await screen.findByText(/payment of £50\.00/)
  expect(notice.closest(`[role=${tone === 'error' ? 'alert' : 'status'}]`)?.className).toContain(`_${tone}_`)
  const row = await screen.findByRole('listitem')
  expect(row).toHaveTextContent('19 Nov 2026 · 0B6F2F0A · automatic')
  expect(row.querySelector(`[class*=_${tone}_]`)).not.toBeNull()
})

it('a list without more payments ends', async () => {
  server.on(listPayments, () => pageOf([{ ...PAYMENT, taken_back: 1 }]))
  open()
  expect(await screen.findByRole('listitem')).toHaveTextContent('£0.01 taken back')
  expect(screen.queryByRole('button', { name: 'Show older payments' })).toBeNull()
  expect(screen.queryByText('No payments yet')).toBeNull()
})

const amount = () => screen.findByRole('textbox', { name: 'Amount, in pounds' })

const pay = () => screen.getByRole('button', { name: /by card$/ })

describe('a top-up', () => {
  it('offers common amounts, which the typed amount chooses too', async () => {
    const user = open()
    const field = await amount()
    expect(screen.getAllByRole('radio', { name: /^£/ }).map((choice) => choice.closest('label')!.textContent)).toEqual([
      '£20.00',
      '£50.00',
      '£100.00',
      '£250.00',
    ])
    expect(pay()).toHaveTextContent('Pay by card')
    await user.type(field, '50')
    expect(pay()).toHaveTextContent('Pay £50.00 by card')
    expect(screen.getByRole('radio', { name: '£50.00' })).toBeChecked()
    await user.type(field, '.01')
    expect(screen.getByRole('radio', { name: '£50.00' })).not.toBeChecked()
  })

  it.each([
    ['5', 5_00],
    ['5000', 5_000_00],
  ])('of £%s is the smallest or largest', async (text, pence) => {
    const calls = server.on(startPayment, () => ({ ...PAYMENT, state: 'open' as const, url: STRIPE }))
    const user = open()
    await user.type(await amount(), `${text}{Enter}`)
    await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ amount: pence }]))
  })

  it.each(['4.99', '5000.01'])('of £%s is no amount, which is said when it is sent', async (text) => {
    const user = open()
    await user.type(await amount(), text)
    expect(pay()).toHaveTextContent('Pay by card')
    expect(screen.queryByText(/^Enter an amount from/)).toBeNull()
    await user.click(pay())
    expect(screen.getByText('Enter an amount from £5.00 to £5,000.00.')).toBeVisible()
  })

  it('that is no longer open has no page to leave for', async () => {
    const calls = server.on(startPayment, () => PAYMENT)
    const user = open()
    await user.type(await amount(), '20{Enter}')
    await waitFor(() => expect(calls).toHaveLength(1))
    await waitFor(() => expect(pay()).toHaveAccessibleName('Pay £20.00 by card'))
    expect(left).toEqual([])
  })

  it('is another payment after it was started, and for another amount', async () => {
    server.on(startPayment, () => UNREACHABLE)
    const user = open()
    await user.type(await amount(), '20{Enter}')
    await screen.findByText(/^No answer came/)
    const calls = server.on(startPayment, () => ({ ...PAYMENT, state: 'open' as const, url: STRIPE }))
    await user.type(await amount(), '0')
    for (const times of [1, 2]) {
      await user.click(pay())
      await waitFor(() => expect(left).toHaveLength(times))
    }
    expect(calls).toHaveLength(2)
    expect(new Set(server.idempotencyKeys).size).toBe(server.idempotencyKeys.length)
  })

  it('that is refused is not one without an answer', async () => {
    server.on(startPayment, () => new Refusal('payment_not_available'))
    const user = open()
    await user.type(await amount(), '20{Enter}')
    expect(await screen.findByText(/Error ID: payment_not_available/)).toBeVisible()
    expect(screen.queryByText(/^No answer came/)).toBeNull()
  })
})

it('has no list before the first payment', async () => {
  open()
  await screen.findByText('No payments yet')
  expect(screen.queryByRole('list', { name: '' })).toBeNull()
})

it('shows the payments once they are there', async () => {
  server.on(listPayments, () => pageOf([PAYMENT]))
  open()
  const card = within(await screen.findByRole('region', { name: 'Payments by card' }))
  expect(await card.findByText('£50.00')).toBeVisible()
  expect(card.queryByRole('progressbar')).toBeNull()
})
