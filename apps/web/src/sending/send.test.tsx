import { getUserData, putUserData } from '@postroom/contract/identity'
import { findPurchase, processShipment } from '@postroom/contract/shipment'
import { rateShipment } from '@postroom/contract/rate'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { ratesOf } from '../testing/answers.ts'
import { CONFIGS, pairDevice, PRINTER } from '../testing/fake-device.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { button, inSummary, KEY, readyToBuy, SHIPMENT } from '../testing/ready-to-buy.ts'
import {
  BOOK,
  fill,
  fillAll,
  fillGift,
  fillLargeLetter,
  pressBuy,
  priced,
  serviceRow,
} from '../testing/shipping-form.ts'

const reasons = () => screen.getByRole('group', { name: 'What to know before buying' })

it('keeps what was sent last, beside what was sent abroad', async () => {
  const { purchases } = readyToBuy()
  const before = { packaging: 'letter', services: { abroad: 'IT' }, origin: 'IN' }
  server.on(getUserData, ({ query: { key } }) => ({ key, ...(key === 'last_used' && { value: before }) }))
  const kept = server.on(putUserData, ({ query: { key } }) => ({ key }))
  await fillLargeLetter()
  pressBuy()
  await waitFor(() => expect(purchases).toHaveLength(1))
  await waitFor(() =>
    expect(kept.map(({ query, body }) => [query.key, body])).toContainEqual([
      'last_used',
      { packaging: 'large_letter', services: { uk: '2', abroad: 'IT' }, origin: 'IN' },
    ]),
  )
})

it('keeps where the goods were made that were sent last', async () => {
  const { purchases } = readyToBuy()
  const kept = server.on(putUserData, () => new Refusal('internal_error'))
  const user = await fillGift()
  fillAll(BOOK)
  await user.type(document.getElementById('customs.contents_items.0.origin_country')!, 'India{Enter}')
  await waitFor(priced)
  pressBuy()
  await waitFor(() => expect(purchases).toHaveLength(1))
  expect(kept.map(({ body }) => body)).toMatchObject([{ packaging: 'parcel', origin: 'IN' }])
  // nothing depends on it
  expect(screen.queryByText(/Error ID/)).toBeNull()
})

it('buys once however often Buy is pressed, and tests nothing meanwhile', async () => {
  const { device } = readyToBuy()
  const checks = device.on('print.check', ({ documents }) => ({
    verdicts: documents.map(({ kind }) => ({ kind, verdict: 'fits' as const })),
  }))
  await fillLargeLetter()
  await waitFor(() => expect(button('Test print')).toBeEnabled())
  const { promise, resolve } = Promise.withResolvers<typeof SHIPMENT>()
  const purchases = server.on(processShipment, () => promise)
  pressBuy()
  await waitFor(() => expect(purchases).toHaveLength(1))
  expect(button('Test print')).toBeDisabled()
  const buying = screen.getAllByRole('button', { name: 'Buying…' })
  expect(buying).toHaveLength(2)
  for (const one of buying) expect(within(one).getByRole('progressbar')).toBeVisible()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
  resolve(SHIPMENT)
  expect(await screen.findByRole('region', { name: /^Being printed/ })).toBeVisible()
  expect([purchases.length, checks.length]).toEqual([1, 1])
})

it('buys nothing while a purchase from before is looked for, nor while it is found', async () => {
  const { purchases } = readyToBuy()
  const { promise, resolve } = Promise.withResolvers<typeof SHIPMENT>()
  server.on(findPurchase, () => promise)
  sessionStorage.setItem(KEY, '7d0b6c52-1c7c-4a39-8df5-0f6a0f9b8c12 a-hash')
  await fillLargeLetter()
  pressBuy()
  await waitFor(() => expect(reasons()).toHaveFocus())
  expect(reasons()).toHaveAttribute('tabindex', '-1')
  resolve(SHIPMENT)
  expect(await screen.findByText('Your last purchase went through')).toBeVisible()
  screen.getByRole('radio', { name: /^2nd Class,/ }).focus()
  pressBuy()
  await waitFor(() => expect(reasons()).toHaveFocus())
  expect(purchases).toEqual([])
})

it('needs a printer for the customs form only where there is one', async () => {
  const device = pairDevice()
  const { form: _form, ...config } = CONFIGS
  device.on('status', () => ({ alias: 'Reception PC', version: '1.0.0', printers: [PRINTER], scales: [], config }))
  await fillLargeLetter()
  await waitFor(() => expect(button('Test print')).toBeEnabled())
  expect(reasons()).toBeEmptyDOMElement()
})

it.each([
  ['another format', { packaging: 'letter' }, /^Letter: £1\.50\. Save 40p\.$/],
  ['another format and service', { packaging: 'letter', service: '1' }, /^Letter, 1st Class: £1\.50\. Save 40p\.$/],
  ['another service', { service: '1' }, /^1st Class: £1\.50, .*cover £20\. Save 40p\.$/],
  ['a service that is not offered', { service: 'SD9AM' }, /: £1\.50\. Save 40p\.$/],
] as const)('advises %s, what it gives and saves', async (_what, advice, words) => {
  readyToBuy()
  server.on(rateShipment, (request) => {
    const rates = ratesOf(request)
    if (rates instanceof Refusal) return rates
    return {
      ...rates,
      data: rates.data.map((quote) => ({
        ...quote,
        meta_data: { ...quote.meta_data, advice: { ...advice, total_charge: 150 } as never },
      })),
    }
  })
  await fillLargeLetter()
  expect(await inSummary().findByText(words)).toBeVisible()
})

it('says which service is chosen, and what the label will show', async () => {
  readyToBuy()
  const user = await fillLargeLetter()
  const summary = inSummary()
  expect(summary.queryByText(/^Suggested/)).toBeNull()
  expect(summary.getByRole('figure')).toHaveTextContent(/2nd Class.*130 g/)
  expect(summary.queryByText('Enter the weight to see the prices.')).toBeNull()
  fill('weight', '')
  expect(await summary.findByText('Enter the weight to see the prices.')).toBeVisible()
  expect(summary.getByRole('figure')).toHaveTextContent('No service yet')
  fill('weight', '130g')
  await user.click(await serviceRow('1st Class'))
  await waitFor(() => expect(summary.getByRole('figure')).toHaveTextContent(/1st Class.*130 g/))
})
