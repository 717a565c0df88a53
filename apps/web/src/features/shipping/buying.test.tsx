import { createAddress } from '@postroom/contract/address-book'
import { getAttention } from '@postroom/contract/attention'
import { getBalance } from '@postroom/contract/carrier'
import { findPurchase, getShipment, processShipment } from '@postroom/contract/shipment'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { confirmPrint } from '@postroom/contract/shipment-print'
import { voidShipment } from '@postroom/contract/shipment-void'
import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { anUnprinted } from '../../testing/an-unprinted.ts'
import { NO_ATTENTION } from '../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import {
  button,
  inResult,
  inSummary,
  KEY,
  readyToBuy,
  reportJob,
  result,
  RESULT,
  SHIPMENT,
} from '../../testing/ready-to-buy.ts'
import { field, fill, fillAll, fillLargeLetter, pressBuy, priced, writeAddress } from '../../testing/shipping-form.ts'

it('buys once with the key of this tab, prints, and starts a new shipment from the same sender', async () => {
  const { device, prints, purchases } = readyToBuy()
  const user = await fillLargeLetter()
  await user.click(screen.getByRole('button', { name: 'Add: Your reference' }))
  fill('reference', ' A-17 ')
  await waitFor(priced)
  const balances = server.on(getBalance, () => ({
    account_id: SHIPMENT.by,
    currency: 'GBP' as const,
    balance: 10_00,
    posted: 10_00,
    held: 0,
  }))
  pressBuy()
  await waitFor(() => expect(prints).toHaveLength(1))
  const [purchase] = purchases
  expect(sessionStorage.getItem(KEY)).toContain(purchase?.query.pending_id)
  expect(purchase?.query.test).toBe('false')
  expect(purchase?.body).toMatchObject({
    service: '2',
    references: ['A-17'],
    charges: { total_charge: 190 },
    label: { size: '4x6' },
    by: SHIPMENT.by,
    to: { name: 'Marguerite Llewellyn' },
  })
  expect(await result()).toHaveAccessibleName('Being printed: 2nd Class to Marguerite Llewellyn, £0.91')
  expect(field('who')).toHaveValue('')
  const picture = await inSummary().findByRole('img', { name: 'Label: 2nd Class to Marguerite Llewellyn' })
  expect(picture).toHaveAttribute('src', expect.stringMatching(/^blob:/))
  expect(inSummary().queryByRole('figure')).toBeNull()
  await waitFor(() => expect(balances).not.toHaveLength(0))
  expect(prints[0]?.job_id).toBe(`${SHIPMENT.id}:first:label`)
  reportJob(device, prints[0]!.job_id, 'printed')
  await waitFor(() => expect(field('who')).toHaveFocus(), { timeout: 2000 })
  expect(field('weight')).toHaveValue('')
  expect(screen.getByText(/Angharad Kendall/)).toBeVisible()
  await waitFor(() => expect(sessionStorage.getItem(KEY)).toBeNull())
  expect((await inResult()).getByText('The label is printed.')).toBeVisible()
  expect(await result()).toHaveAccessibleName('Printed: 2nd Class to Marguerite Llewellyn, £0.91')
  const reprints = server.on(reprintShipment, () => SHIPMENT)
  await user.click((await inResult()).getByRole('button', { name: 'Print again' }))
  expect(screen.getByText('Free. Only one of the two labels may be posted.')).toBeVisible()
  await user.click(screen.getByRole('menuitem', { name: 'The paper jammed' }))
  await waitFor(() => expect(reprints.map(({ body }) => body.reason)).toEqual(['jam']))
  await waitFor(() => expect(prints).toHaveLength(2))
  fill('who', 'Somebody else')
  reportJob(device, prints[1]!.job_id, 'printed')
  await waitFor(async () => expect((await inResult()).getByText('The label is printed.')).toBeVisible())
  expect(field('who')).toHaveValue('Somebody else')
})

const linked = (status: 'ready' | 'pending', link: string) => ({
  ...SHIPMENT,
  docs: SHIPMENT.docs.map((document) => ({ ...document, status, url: link })),
})

it.each([
  ['the link of the answer', 'ready', '/assets/label.pdf?answered'],
  ['a new link when its label was not drawn yet', 'pending', '/assets/label.pdf?asked'],
] as const)('prints a purchase with %s', async (_how, answered, url) => {
  const { prints } = readyToBuy()
  server.on(processShipment, () => linked(answered, '/assets/label.pdf?answered'))
  server.on(getShipment, () => linked('ready', '/assets/label.pdf?asked'))
  await fillLargeLetter()
  await waitFor(priced)
  pressBuy()
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(prints[0]?.documents.map((document) => document.url)).toEqual([url])
})

it('empties the form of a bought shipment whose label failed, says so until it is printed, and buys the next one anew', async () => {
  const { device, prints, purchases } = readyToBuy()
  const user = await fillLargeLetter()
  pressBuy()
  await waitFor(() => expect(prints).toHaveLength(1))
  reportJob(device, prints[0]!.job_id, 'failed')
  expect(await screen.findByRole('region', { name: /^Bought, not printed: 2nd Class to/ })).toBeVisible()
  expect((await inResult()).getByText('The label was not printed')).toBeVisible()
  expect(field('who')).toHaveValue('')
  expect(sessionStorage.getItem(KEY)).not.toBeNull()
  server.on(reprintShipment, () => SHIPMENT)
  await user.click((await inResult()).getByRole('button', { name: 'Print again' }))
  await waitFor(() => expect(prints).toHaveLength(2))
  reportJob(device, prints[1]!.job_id, 'failed')
  await screen.findByText('The label was not printed')
  // the same item again is another purchase
  await writeAddress(user)
  fillAll({ 'to.name': 'Marguerite Llewellyn', ...ADDRESS, weight: '130g' })
  await waitFor(priced)
  pressBuy()
  await waitFor(() => expect(purchases).toHaveLength(2))
  expect(new Set(purchases.map(({ query }) => query.pending_id)).size).toBe(2)
})
const ADDRESS = { 'to.address1': '14 Heol y Gogledd', 'to.city': 'Aberystwyth', 'to.postal_code': 'SY23 2HT' }

it('announces the result in a region that was there before the purchase, and closes it', async () => {
  const { device, prints } = readyToBuy()
  const user = await fillLargeLetter()
  const regions = screen.getAllByRole('status')
  pressBuy()
  await waitFor(() => expect(prints).toHaveLength(1))
  reportJob(device, prints[0]!.job_id, 'printed')
  await screen.findByRole('region', { name: /^Printed: / })
  expect(regions.map(({ textContent }) => textContent)).toContain('Printed: 2nd Class to Marguerite Llewellyn, £0.91')
  await user.click((await inResult()).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('region', { name: RESULT })).toBeNull()
})

it('saves the addressee to the address book once the shipment is bought', async () => {
  readyToBuy()
  const saved = server.on(createAddress, () => new Refusal('internal_error'))
  const user = await fillLargeLetter()
  await user.click(screen.getByRole('checkbox', { name: 'Save to address book' }))
  expect(saved).toEqual([])
  pressBuy()
  await waitFor(() => expect(saved.map(({ body }) => body.name)).toEqual(['Marguerite Llewellyn']))
  // a refusal changes nothing of the purchase
  expect(await result()).toHaveAccessibleName(/^(?:Being printed|Printed): /)
})

it('sends another item to the same addressee', async () => {
  const { device, prints } = readyToBuy()
  const user = await fillLargeLetter()
  pressBuy()
  await waitFor(() => expect(prints).toHaveLength(1))
  reportJob(device, prints[0]!.job_id, 'printed')
  await screen.findByRole('region', { name: /^Printed: / })
  await user.click((await inResult()).getByRole('button', { name: 'Send another to the same' }))
  expect(screen.getByRole('region', { name: 'To' })).toHaveTextContent('Marguerite Llewellyn')
  expect(field('weight')).toHaveFocus()
})

it('voids what was bought, with a reason, until its last day', async () => {
  const { device, prints } = readyToBuy()
  server.on(processShipment, () => ({ ...SHIPMENT, void_until: '2026-12-07' }))
  const voids = server.on(voidShipment, ({ params }) => ({
    id: params.id,
    status: 'voided' as const,
    refund: { amount: 91, status: 'refunded' as const, expected_by: null },
  }))
  const user = await fillLargeLetter()
  pressBuy()
  await waitFor(() => expect(prints).toHaveLength(1))
  reportJob(device, prints[0]!.job_id, 'printed')
  await user.click(await screen.findByRole('button', { name: 'Void, until Mon 7 Dec' }))
  await user.click(screen.getByRole('radio', { name: 'The address is wrong' }))
  await user.click(screen.getByRole('button', { name: 'Void and refund £0.91' }))
  await waitFor(() => expect(voids.map(({ body }) => body.cancellation_reason)).toEqual(['The address is wrong']))
  expect(await screen.findByText('The label is void and the money is refunded.')).toBeVisible()
  expect(screen.queryByRole('region', { name: RESULT })).toBeNull()
})

it('is done with a shipment when the user has checked that its label came out', async () => {
  const { device, prints } = readyToBuy()
  await fillLargeLetter()
  pressBuy()
  await waitFor(() => expect(prints).toHaveLength(1))
  reportJob(device, prints[0]!.job_id, 'unknown')
  const cameOut = await screen.findByRole('button', { name: 'The label came out' })
  const confirmed = server.on(confirmPrint, () => ({ id: SHIPMENT.id, print_state: 'printed' as const }))
  cameOut.click()
  await waitFor(() => expect(field('who')).toHaveValue(''))
  await waitFor(() => expect(sessionStorage.getItem(KEY)).toBeNull())
  await waitFor(() => expect(confirmed.map(({ params }) => params.id)).toEqual([SHIPMENT.id]))
})

const isWarned = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('warns before the tab is closed while it buys and prints, and does not name the shipment a second time', async () => {
  const { device, prints } = readyToBuy()
  const { promise, resolve } = Promise.withResolvers<typeof SHIPMENT>()
  server.on(processShipment, () => promise)
  server.on(getAttention, () => ({ ...NO_ATTENTION, not_printed: { total: 1, rows: [UNPRINTED], batches: [] } }))
  const user = await fillLargeLetter()
  expect(isWarned()).toBe(false)
  pressBuy()
  await screen.findAllByText('Buying…')
  expect(isWarned()).toBe(true)
  resolve(SHIPMENT)
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(isWarned()).toBe(true)
  await waitFor(() => expect(screen.queryByRole('region', { name: /bought and not printed/ })).toBeNull())
  reportJob(device, prints[0]!.job_id, 'failed')
  expect(await screen.findByText('The label was not printed')).toBeVisible()
  expect(isWarned()).toBe(false)
  await user.click((await inResult()).getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('region', { name: /bought and not printed/ })).toBeVisible()
})
const UNPRINTED = anUnprinted({ id: SHIPMENT.id })

it('shows while it buys, and keeps the key of an open purchase after a refusal that leaves it open', async () => {
  const { purchases } = readyToBuy()
  await fillLargeLetter()
  const { promise, resolve } = Promise.withResolvers<Refusal>()
  server.on(processShipment, () => promise)
  pressBuy()
  expect((await screen.findAllByText('Buying…')).length).toBeGreaterThan(1)
  resolve(new Refusal('insufficient_funds'))
  expect(await inSummary().findByText('Nothing was bought')).toBeVisible()
  const kept = sessionStorage.getItem(KEY)
  expect(kept).not.toBeNull()
  expect(await screen.findByText(/\[Error ID: insufficient_funds\]/)).toBeVisible()
  button('Dismiss').click()
  await waitFor(() => expect(inSummary().queryByText('Nothing was bought')).toBeNull())
  expect(sessionStorage.getItem(KEY)).toBe(kept)
  expect(purchases).toEqual([])
})

it('rates again when the price has changed, and shows the new price', async () => {
  readyToBuy()
  await fillLargeLetter()
  server.on(processShipment, () => new Refusal('price_changed', { details: { total_charge: 210 } }))
  pressBuy()
  expect(await inSummary().findByText(/^The price is now £2\.10\./)).toBeVisible()
  await waitFor(priced)
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

it('confirms an open purchase for a minute, then says that it is open, and checks again', async () => {
  readyToBuy()
  await fillLargeLetter()
  useMovedClock()
  const purchases = server.on(processShipment, () => UNREACHABLE)
  server.on(getBalance, () => ({
    account_id: SHIPMENT.by,
    currency: 'GBP' as const,
    balance: 50_00,
    posted: 51_90,
    held: 1_90,
  }))
  pressBuy()
  for (let rounds = 0; rounds < 30; rounds++) await pass(3)
  expect(await inSummary().findByText('Not confirmed yet')).toBeVisible()
  expect(await inSummary().findByText(/Your balance shows £1\.90 on hold/)).toBeVisible()
  expect(new Set(purchases.map(({ query }) => query.pending_id)).size).toBe(1)
  const looks = server.on(findPurchase, () => SHIPMENT)
  button('Check again').click()
  await pass(1)
  expect(looks.map(({ params }) => params.pending_id)).toEqual([purchases[0]?.query.pending_id])
  expect(await inSummary().findByText('Your last purchase went through')).toBeVisible()
})
