import { getAttention } from '@postroom/contract/attention'
import { getBalance, listCarrierAccounts } from '@postroom/contract/carrier'
import { findPurchase, getShipment, processShipment } from '@postroom/contract/shipment'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { confirmPrint } from '@postroom/contract/shipment-print'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { anUnprinted } from '../../testing/an-unprinted.ts'
import { answerAsUsual, NO_ATTENTION, pageOf } from '../../testing/answers.ts'
import { pairDevice, pairTwoDevices } from '../../testing/fake-device.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'
import { field, fill, fillLargeLetter, pressBuy, priced, ready, summary } from '../../testing/shipping-form.ts'

const SHIPMENT = aShipment({
  parcels: aShipment().parcels.map((parcel) => ({ ...parcel, packaging: 'large_letter' })),
  docs: aShipment().docs.map((document) => ({ ...document, url: '/assets/label.pdf' })),
})
const inSummary = () => within(summary())
const button = (name: string) => inSummary().getByRole('button', { name })
const KEY = 'postroom.purchase'

/** A device manager that accepts prints, and a server that sells. */
function readyToBuy() {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id }) }))
  const purchases = server.on(processShipment, () => SHIPMENT)
  server.on(getShipment, () => SHIPMENT)
  return { device, prints, purchases }
}
const report = (device: ReturnType<typeof pairDevice>, job_id: string, state: 'printed' | 'failed' | 'unknown') =>
  device.report({ type: 'job', job: aJob({ job_id, state }) })

it('buys once with the key of this tab, prints, and starts a new shipment from the same sender', async () => {
  const { device, prints, purchases } = readyToBuy()
  await fillLargeLetter()
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
  expect(inSummary().getByText('Bought: 2nd Class, £0.91')).toBeVisible()
  for (const buy of screen.getAllByRole('button', { name: 'Buying…' })) expect(buy).toBeDisabled()
  const picture = await inSummary().findByRole('img', { name: 'Label: 2nd Class to Marguerite Llewellyn' })
  expect(picture).toHaveAttribute('src', expect.stringMatching(/^blob:/))
  expect(inSummary().queryByRole('figure')).toBeNull()
  await waitFor(() => expect(balances).not.toHaveLength(0))
  expect(prints[0]?.job_id).toBe(`${SHIPMENT.id}:first:label`)
  report(device, prints[0]!.job_id, 'printed')
  await waitFor(() => expect(field('to.name')).toHaveValue(''))
  await waitFor(() => expect(field('to.name')).toHaveFocus(), { timeout: 2000 })
  expect(field('weight')).toHaveValue('')
  expect(screen.getByText(/Angharad Kendall/)).toBeVisible()
  expect(sessionStorage.getItem(KEY)).toBeNull()
  expect(inSummary().getByText('The label is printed.')).toBeVisible()
  expect(inSummary().queryByText(/^Bought/)).toBeNull()
  const reprints = server.on(reprintShipment, () => SHIPMENT)
  button('Print again').click()
  await waitFor(() => expect(reprints).toHaveLength(1))
  await waitFor(() => expect(prints).toHaveLength(2))
  fill('to.name', 'Somebody else')
  report(device, prints[1]!.job_id, 'printed')
  await waitFor(() => expect(inSummary().getByText('The label is printed.')).toBeVisible())
  expect(field('to.name')).toHaveValue('Somebody else')
})

it('keeps a bought shipment whose label failed, and reprints it or starts a new shipment', async () => {
  const { device, prints } = readyToBuy()
  await fillLargeLetter()
  pressBuy()
  await waitFor(() => expect(prints).toHaveLength(1))
  report(device, prints[0]!.job_id, 'failed')
  expect(await inSummary().findByText('The label was not printed')).toBeVisible()
  expect(field('to.name')).toHaveValue('Marguerite Llewellyn')
  expect(sessionStorage.getItem(KEY)).not.toBeNull()
  server.on(reprintShipment, () => SHIPMENT)
  button('Print again').click()
  await waitFor(() => expect(prints).toHaveLength(2))
  report(device, prints[1]!.job_id, 'failed')
  await inSummary().findByText('The label was not printed')
  button('Start a new shipment').click()
  await waitFor(() => expect(field('to.name')).toHaveValue(''))
  expect(sessionStorage.getItem(KEY)).toBeNull()
  expect(inSummary().queryByText('The label was not printed')).toBeNull()
})

it('starts a new shipment when the user has checked that the label came out', async () => {
  const { device, prints } = readyToBuy()
  await fillLargeLetter()
  pressBuy()
  await waitFor(() => expect(prints).toHaveLength(1))
  report(device, prints[0]!.job_id, 'unknown')
  const cameOut = await inSummary().findByRole('button', { name: 'The label came out' })
  const confirmed = server.on(confirmPrint, () => ({ id: SHIPMENT.id, print_state: 'printed' as const }))
  cameOut.click()
  await waitFor(() => expect(field('to.name')).toHaveValue(''))
  expect(sessionStorage.getItem(KEY)).toBeNull()
  await waitFor(() => expect(confirmed.map(({ params }) => params.id)).toEqual([SHIPMENT.id]))
})

const isWarned = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('warns before the tab is closed while it buys and prints, and does not name the shipment a second time', async () => {
  const { device, prints } = readyToBuy()
  const { promise, resolve } = Promise.withResolvers<typeof SHIPMENT>()
  server.on(processShipment, () => promise)
  server.on(getAttention, () => ({ ...NO_ATTENTION, not_printed: { total: 1, rows: [UNPRINTED] } }))
  await fillLargeLetter()
  expect(isWarned()).toBe(false)
  pressBuy()
  await screen.findAllByText('Buying…')
  expect(isWarned()).toBe(true)
  resolve(SHIPMENT)
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(isWarned()).toBe(true)
  await waitFor(() => expect(screen.queryByRole('region', { name: /bought and not printed/ })).toBeNull())
  report(device, prints[0]!.job_id, 'failed')
  expect(await inSummary().findByText('The label was not printed')).toBeVisible()
  expect(isWarned()).toBe(false)
  button('Start a new shipment').click()
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

const STORED = '9f0b6c52-1c7c-4a39-8df5-0f6a0f9b8c11'
const openWithPurchase = (path = '/app/shipping-single') => {
  sessionStorage.setItem(KEY, `${STORED} a-hash`)
  return openPage(path)
}

it('finds a purchase from before a reload, and prints its label once', async () => {
  const { device, prints } = readyToBuy()
  const looks = server.on(findPurchase, () => SHIPMENT)
  openWithPurchase()
  expect(await screen.findByText('Your last purchase went through')).toBeVisible()
  expect(looks.map(({ params }) => params.pending_id)).toEqual([STORED])
  expect(inSummary().getByText(/^2nd Class, £0\.91\./)).toBeVisible()
  fill('to.name', 'Somebody else')
  button('Print the label').click()
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(prints[0]?.job_id).toBe(`${SHIPMENT.id}:first:label`)
  await waitFor(() => expect(inSummary().queryByRole('button', { name: 'Print the label' })).toBeNull())
  report(device, prints[0]!.job_id, 'printed')
  expect(await inSummary().findByText('The label is printed.')).toBeVisible()
  // the form may hold the next shipment
  expect(field('to.name')).toHaveValue('Somebody else')
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

it('dismisses a purchase from before a reload, and names its documents', async () => {
  readyToBuy()
  const abroad = { form: 'cn22', reason: 'within_cn22', invoice: false } as const
  server.on(findPurchase, () => aShipment({ customs_form: abroad }))
  openWithPurchase()
  expect(await screen.findByRole('button', { name: 'Print label and customs form' })).toBeVisible()
  button('Dismiss').click()
  await waitFor(() => expect(screen.queryByText('Your last purchase went through')).toBeNull())
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

it('checks twice for a purchase from before a reload before it says that nothing was bought', async () => {
  useMovedClock()
  readyToBuy()
  const looks = server.on(findPurchase, () => new Refusal('not_found'))
  openWithPurchase()
  expect(await screen.findByText('We are checking your last purchase')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: /^You left this page/ })).toBeVisible()
  await waitFor(() => expect(looks).toHaveLength(1))
  await pass(1)
  expect(looks).toHaveLength(1)
  await pass(2)
  expect(await screen.findByText(/^Your last purchase did not go through\./)).toBeVisible()
  expect(looks).toHaveLength(2)
  expect(sessionStorage.getItem(KEY)).toContain(STORED)
  expect(screen.queryByText(/Error ID/)).toBeNull()
  button('Dismiss').click()
  await waitFor(() => expect(screen.queryByText(/^Your last purchase did not/)).toBeNull())
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

it.each<[string, () => void, string | RegExp]>([
  ['no account', () => void server.on(listCarrierAccounts, () => pageOf([])), /^There is no active account/],
  [
    'too little money',
    () =>
      void server.on(getBalance, () => ({
        account_id: SHIPMENT.by,
        currency: 'GBP' as const,
        balance: 1_50,
        posted: 1_50,
        held: 0,
      })),
    'Your balance is £1.50. This costs £1.90: you are £0.40 short.',
  ],
  [
    'an unknown balance',
    () => void server.on(getBalance, () => new Refusal('invalid_request')),
    /^Your balance could not/,
  ],
])('blocks buying with %s, and says so', async (_case, answer, words) => {
  const { purchases } = readyToBuy()
  answer()
  await fillLargeLetter()
  expect(await inSummary().findByText(words)).toBeVisible()
  for (const buy of screen.getAllByRole('button', { name: 'Buy and print' })) expect(buy).toBeDisabled()
  pressBuy()
  expect(purchases).toEqual([])
})

it('loads the balance again when asked to', async () => {
  readyToBuy()
  server.on(getBalance, () => new Refusal('invalid_request'))
  await fillLargeLetter()
  await inSummary().findByText(/^Your balance could not/)
  answerAsUsual()
  button('Try again').click()
  await waitFor(() => expect(inSummary().queryByText(/^Your balance could not/)).toBeNull())
})

it('buys nothing when the printer refuses the label, and leads to the printers', async () => {
  const { device, purchases } = readyToBuy()
  const checks = device.on('print.check', () => ({
    verdicts: [{ kind: 'mailing', verdict: 'refused', error: { code: 'media_mismatch', description: 'Wrong media' } }],
  }))
  await fillLargeLetter()
  pressBuy()
  expect(await inSummary().findByRole('alert')).toHaveTextContent(/^Nothing was bought/)
  expect(inSummary().getByRole('link', { name: 'Printer preferences' })).toHaveAttribute(
    'href',
    '/app/device-preferences',
  )
  expect(checks[0]?.documents).toEqual([{ kind: 'mailing', width_mm: 101.6, height_mm: 152.4 }])
  expect(purchases).toEqual([])
})

it('buys when the printer could not be checked, and says so', async () => {
  const { device, prints } = readyToBuy()
  device.on('print.check', () => 'answer_too_large')
  await fillLargeLetter()
  pressBuy()
  const doubt = 'The mailing printer did not report its paper, so it was not checked before buying.'
  expect(await inSummary().findByText(doubt)).toBeVisible()
  expect(inSummary().queryByRole('alert')).toBeNull()
  await waitFor(() => expect(prints).toHaveLength(1))
})

it('names the workstation whose printer could not be checked', async () => {
  const { reception, office } = pairTwoDevices()
  localStorage.setItem('postroom.device', reception.hub.id)
  localStorage.setItem('postroom.device.mailing', office.hub.id)
  office.on('print.check', () => 'answer_too_large')
  office.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'printed' }) }))
  server.on(processShipment, () => SHIPMENT)
  server.on(getShipment, () => SHIPMENT)
  await fillLargeLetter()
  pressBuy()
  expect(await inSummary().findByText(/^At Back office: The mailing printer did not/)).toBeVisible()
  expect(await inSummary().findByText('At Back office: The label is printed.')).toBeVisible()
  expect(localStorage.getItem('postroom.jobs_sent')).toBe(`${SHIPMENT.id}:first:label`)
})

it('test prints for nothing, and keeps the form', async () => {
  const { device, prints } = readyToBuy()
  const purchases = server.on(processShipment, () => aShipment({ status: 'test' }))
  const user = await fillLargeLetter()
  useMovedClock()
  const test = button('Test print')
  expect(test).toBeEnabled()
  await user.click(test)
  expect(await inSummary().findByText('Test print: no postage is bought')).toBeVisible()
  await waitFor(() => expect(purchases).toHaveLength(1))
  expect(prints).toEqual([])
  await pass(4)
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(purchases[0]?.query).toMatchObject({ test: 'true' })
  expect(sessionStorage.getItem(KEY)).toBeNull()
  report(device, prints[0]!.job_id, 'printed')
  expect(await inSummary().findByText('The test label is printed.')).toBeVisible()
  expect(field('to.name')).toHaveValue('Marguerite Llewellyn')
})

it.each([
  ['a refusal', new Refusal('service_not_in_plan'), /Error ID: service_not_in_plan/],
  ['an unreachable server', UNREACHABLE, /^The server cannot be reached/],
] as const)('announces %s of a test print', async (_what, answer, words) => {
  readyToBuy()
  server.on(processShipment, () => answer)
  const user = await fillLargeLetter()
  await user.click(button('Test print'))
  expect(await screen.findByText(words)).toBeVisible()
  await waitFor(() => expect(button('Test print')).toBeEnabled())
})

it('looks for a document every 3 s until it is drawn', async () => {
  const { prints } = readyToBuy()
  await fillLargeLetter()
  useMovedClock()
  const drawing = aShipment({ docs: [{ ...SHIPMENT.docs[0]!, status: 'pending' } as never] })
  server.on(processShipment, () => drawing)
  const looks = server.on(getShipment, () => drawing)
  pressBuy()
  expect(await inSummary().findByText(/^This document is being prepared/)).toBeVisible()
  expect(inSummary().getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  const before = looks.length
  await pass(2)
  expect(looks).toHaveLength(before)
  server.on(getShipment, () => SHIPMENT)
  await pass(2)
  expect(await inSummary().findByRole('img', { name: /^Label:/ })).toBeInTheDocument()
  expect(inSummary().queryByText(/^This document is being prepared/)).toBeNull()
  expect(prints).toEqual([])
})

it('offers to load a document again after a failure, without announcing it', async () => {
  readyToBuy()
  await fillLargeLetter()
  server.on(getShipment, () => new Refusal('not_found'))
  pressBuy()
  expect(await inSummary().findByText('This document could not be loaded.')).toBeVisible()
  expect(screen.queryByText(/Error ID: not_found/)).toBeNull()
  server.on(getShipment, () => SHIPMENT)
  button('Try again').click()
  expect(await inSummary().findByRole('img', { name: /^Label:/ })).toBeInTheDocument()
})

it('shows each document of the shipment on its own tab', async () => {
  const { prints } = readyToBuy()
  const [label] = SHIPMENT.docs
  const both = aShipment({ docs: [label!, { ...label!, type: 'receipt', sha256: 'cd'.repeat(32) } as never] })
  server.on(processShipment, () => both)
  server.on(getShipment, () => both)
  const user = await fillLargeLetter()
  pressBuy()
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(
    inSummary()
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['Label', 'Receipt'])
  await user.click(inSummary().getByRole('tab', { name: 'Receipt' }))
  expect(await inSummary().findByRole('img', { name: /^Receipt:/ })).toBeInTheDocument()
  expect(inSummary().queryByRole('img', { name: /^Label:/ })).toBeNull()
})

it('switches to the cheaper format of the advice', async () => {
  pairDevice()
  const user = await fillLargeLetter()
  fill('weight', '90g')
  expect(inSummary().queryByText(/Save £/)).toBeNull()
  fill('length', '24')
  fill('width', '16')
  fill('height', '0.4')
  expect(await inSummary().findByText(/^Letter: £\d\.\d\d\. Save £\d\.\d\d\.$/)).toBeVisible()
  await user.click(button('Switch'))
  await waitFor(() => expect(screen.getByRole('radio', { name: /^Letter/ })).toBeChecked())
})

it('shows total and Buy button at the foot of a phone once there is a price', async () => {
  pairDevice()
  const user = openPage('/app/shipping-single?packaging=letter')
  await ready()
  expect(screen.getAllByRole('button', { name: 'Buy and print' })).toHaveLength(1)
  expect(inSummary().getByText('Enter the weight to see the prices.')).toBeVisible()
  expect(inSummary().getByText('Total').parentElement).toHaveTextContent('Total–')
  expect(button('Test print')).toBeDisabled()
  await user.type(field('weight'), '50')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Buy and print' })).toHaveLength(2))
  await waitFor(() => expect(button('Test print')).toBeEnabled())
})

it('takes the weight from the scale', async () => {
  const device = pairDevice()
  const user = openPage('/app/shipping-single?packaging=letter')
  await ready()
  await screen.findByText('Reception PC · 1 printer ready')
  expect(screen.queryByRole('button', { name: 'Use the weight on the scale' })).toBeNull()
  const scale = { id: 's', name: 'Scale', at: '2026-11-22T09:00:00.000Z' }
  device.report({ type: 'scale', scale: { ...scale, state: 'zero' } })
  const take = await screen.findByRole('button', { name: 'Use the weight on the scale' })
  expect(screen.getByText('Nothing is on the scale.')).toBeVisible()
  expect(take).toBeDisabled()
  device.report({ type: 'scale', scale: { ...scale, state: 'moving' } })
  expect(await screen.findByText('Waiting for the scale to settle.')).toBeVisible()
  expect(take).toBeEnabled()
  device.report({ type: 'scale', scale: { ...scale, state: 'fault', fault: 'over_limit' } })
  expect(await screen.findByText('This is too heavy for the scale.')).toBeVisible()
  expect(take).toBeDisabled()
  device.report({ type: 'scale', scale: { ...scale, state: 'weight', grams: 53 } })
  expect(await screen.findByText('On the scale: 53 g')).toBeVisible()
  await user.click(take)
  expect(field('weight')).toHaveValue('53')
  expect(screen.getByText('53 g read from the scale')).toBeVisible()
})
