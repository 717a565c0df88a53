import { getAttention } from '@postroom/contract/attention'
import { getBalance } from '@postroom/contract/carrier'
import { findPurchase, getShipment, processShipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aShipment } from '../testing/a-shipment.ts'
import { NO_ATTENTION, pageOf } from '../testing/answers.ts'
import { pairDevice } from '../testing/fake-device.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { openPage } from '../testing/open-page.tsx'
import { button, inSummary, KEY, readyToBuy, SHIPMENT } from '../testing/ready-to-buy.ts'
import { BOOK, fillAll, fillGift, fillLargeLetter, pressBuy, priced, ready } from '../testing/shipping-form.ts'

const aBalance = (balance: number, change: object = {}) => ({
  account_id: SHIPMENT.by,
  currency: 'GBP' as const,
  balance,
  posted: balance,
  held: 0,
  ...change,
})

it('a top-up on its way is named beside too little money', async () => {
  readyToBuy()
  server.on(getBalance, () => aBalance(1_50, { topping_up: 20_00 }))
  await fillLargeLetter()
  const text = 'Your balance is £1.50. This costs £1.90: you are £0.40 short. A top-up of £20.00 is on its way.'
  expect(await inSummary().findByText(text)).toBeVisible()
})

it.each([
  [
    'a budget that does not cover it, with its amounts',
    new Refusal('budget_exceeded', { details: { cost_center: 'SHOP', left: 100, total_charge: 190 } }),
    'The budget of the cost centre SHOP has £1.00 left; this costs £1.90. You were not charged.',
  ],
  ['a budget without amounts', new Refusal('budget_exceeded'), /^(?!.*£).*budget/],
  ['a changed price without the new one', new Refusal('price_changed'), /^(?!.*£).*price/],
])('says why nothing was bought: %s', async (_why, refusal, words) => {
  readyToBuy()
  await fillLargeLetter()
  server.on(processShipment, () => refusal)
  pressBuy()
  const notice = (await inSummary().findByText('Nothing was bought')).parentElement!
  expect(within(notice).getByText(words)).toBeVisible()
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

it('a rejected shipment is announced like a refusal', async () => {
  readyToBuy()
  await fillLargeLetter()
  const failure = { code: 'carrier_rejected' as const, description: 'No.' }
  server.on(processShipment, () => aShipment({ status: 'rejected', failure }))
  pressBuy()
  expect(await screen.findByText(/\[Error ID: carrier_rejected\]/)).toBeVisible()
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

it('asks again for balance, shipments and what needs attention once money has moved', async () => {
  readyToBuy()
  await fillLargeLetter()
  const asked = [
    server.on(getBalance, () => aBalance(48_10)),
    server.on(searchShipments, () => pageOf([SHIPMENT])),
    server.on(getAttention, () => NO_ATTENTION),
  ]
  server.on(processShipment, () => new Refusal('carrier_rejected'))
  pressBuy()
  for (const calls of asked) await waitFor(() => expect(calls).not.toHaveLength(0))
})

it('a page that is opened again joins the purchase that it had started', async () => {
  const { prints } = readyToBuy()
  const user = await fillLargeLetter()
  const { promise, resolve } = Promise.withResolvers<typeof SHIPMENT>()
  const purchases = server.on(processShipment, () => promise)
  const looks = server.on(findPurchase, () => new Refusal('not_found'))
  pressBuy()
  await waitFor(() => expect(purchases).toHaveLength(1))
  await user.click(screen.getAllByRole('link', { name: 'Home' })[0]!)
  await waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
  await user.click((await screen.findAllByRole('link', { name: 'Send a parcel' }))[0]!)
  await ready()
  expect(await screen.findByText('We are checking your last purchase')).toBeVisible()
  const balances = server.on(getBalance, () => aBalance(48_10))
  resolve(SHIPMENT)
  expect(await screen.findByText('Your last purchase went through')).toBeVisible()
  expect([purchases.length, looks.length]).toEqual([1, 0])
  await waitFor(() => expect(balances).not.toHaveLength(0))
  // its link may be old
  const fresh = server.on(getShipment, () => SHIPMENT)
  button('Print the label').click()
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(fresh).not.toHaveLength(0)
  await waitFor(() => expect(inSummary().queryByText('Your last purchase went through')).toBeNull())
})

it('says that a purchase could not be checked while nothing is on hold, and nothing of one that ended elsewhere', async () => {
  readyToBuy()
  useMovedClock()
  const looks = server.on(findPurchase, () => new Refusal('try_again'))
  sessionStorage.setItem(KEY, '6a0b6c52-1c7c-4a39-8df5-0f6a0f9b8c13 a-hash')
  openPage('/app/shipping-single')
  await ready()
  for (let rounds = 0; rounds < 30; rounds++) await pass(3)
  expect(await inSummary().findByText(/^Your last purchase could not be checked/)).toBeVisible()
  const before = looks.length
  // another page of this tab has ended it
  sessionStorage.removeItem(KEY)
  button('Check again').click()
  await waitFor(() => expect(inSummary().queryByText(/^Your last purchase could not/)).toBeNull())
  expect(inSummary().queryByText('We are checking your last purchase')).toBeNull()
  expect(looks).toHaveLength(before)
})

it('asks each device manager once for all its documents, and buys when it is silent for six seconds', async () => {
  const device = pairDevice()
  const purchases = server.on(processShipment, () => new Refusal('carrier_rejected'))
  const checks = device.on('print.check', ({ documents }) => ({
    verdicts: documents.map(({ kind }) => ({ kind, verdict: 'fits' as const })),
  }))
  await fillGift()
  fillAll(BOOK)
  await waitFor(priced)
  useMovedClock()
  pressBuy()
  await waitFor(() => expect(purchases).toHaveLength(1))
  expect(checks.map(({ documents }) => documents.map(({ kind }) => kind))).toEqual([['shipping', 'form']])
  expect(inSummary().queryByText(/did not report its paper/)).toBeNull()
  device.isThere = false
  pressBuy()
  expect((await screen.findAllByText('Buying…')).length).toBeGreaterThan(1)
  await pass(8)
  await waitFor(() => expect(purchases).toHaveLength(2))
  expect(inSummary().getByText(/^The shipping printer did not report its paper/)).toBeVisible()
  expect(inSummary().getByText(/^The form printer did not report its paper/)).toBeVisible()
})

it('Buy can be pressed again after a printer has refused', async () => {
  const { device, purchases } = readyToBuy()
  device.on('print.check', () => ({
    verdicts: [{ kind: 'mailing', verdict: 'refused', error: { code: 'media_mismatch', description: 'Wrong media' } }],
  }))
  await fillLargeLetter()
  pressBuy()
  await inSummary().findByRole('alert')
  device.on('print.check', () => ({ verdicts: [{ kind: 'mailing', verdict: 'fits' }] }))
  expect(screen.queryByText('Buying…')).toBeNull()
  pressBuy()
  await waitFor(() => expect(purchases).toHaveLength(1))
  expect(inSummary().queryByText('Wrong media')).toBeNull()
})
