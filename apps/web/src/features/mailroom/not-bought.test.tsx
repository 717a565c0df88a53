import { listCarrierAccounts } from '@postroom/contract/carrier'
import { rateShipment } from '@postroom/contract/rate'
import { findPurchase, processShipment } from '@postroom/contract/shipment'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf, ratesOf } from '../../testing/answers.ts'
import { CONFIGS, type FakeDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { activeRow, answerMailroom, openMailroom, pairPrintingDevice, queueRow, weigh } from '../../testing/mailroom.ts'
import { openPage } from '../../testing/open-page.tsx'

const ORDERS = 'postroom.mailroom.1b4e28ba-2fa1-41d2-883f-0016d3cca427'

let device: FakeDevice
let sold: ReturnType<typeof server.on<typeof processShipment>>
beforeEach(() => {
  answerMailroom()
  device = pairPrintingDevice()
  sold = server.on(processShipment, () => aShipment({ id: crypto.randomUUID() }))
})
const withService = (service: '2' | 'IE') => {
  const first = aQueued(1)
  withQueue([{ ...first, shipment: { ...first.shipment, service } }, aQueued(2)])
}

it.each<[string, string | RegExp, () => void]>([
  ['a service that does not go there', /does not go|cannot carry|not used|not sold/, () => withService('IE')],
  [
    'a service without a price',
    'There is no published price for this in the price list.',
    () => server.on(rateShipment, () => ({ data: [], messages: [], posting_days: [] })),
  ],
  [
    'a refused question for prices',
    'The carrier currently accepts nothing for this country.',
    () => server.on(rateShipment, () => new Refusal('destination_suspended')),
  ],
  [
    'no account to pay from',
    'There is no active account to pay from. Ask the people who installed Postroom.',
    () => server.on(listCarrierAccounts, () => pageOf([])),
  ],
  [
    'a printer that refuses the label',
    'The printer cannot print this label now. Check what is loaded in it.',
    () =>
      device.on('print.check', ({ documents }) => ({
        verdicts: documents.map(({ kind }) => ({
          kind,
          verdict: 'refused' as const,
          error: { code: 'media_mismatch', description: '' },
        })),
      })),
  ],
])('%s: the row says why, no order is left, and nothing is bought', async (_case, why, prepare) => {
  withService('2')
  prepare()
  const user = await openMailroom()
  await weigh(user, '620')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(queueRow('K-1').getByText('Not bought')).toBeVisible())
  expect(queueRow('K-1').getByText(why)).toBeVisible()
  expect(queueRow('K-1').getByRole('link', { name: 'Correct it K-1' })).toBeVisible()
  expect(sold).toEqual([])
  expect(localStorage.getItem(ORDERS)).toBeNull()
})

it('without a printer for parcels nothing is bought, and the row says which printer is missing', async () => {
  withService('2')
  const { mailing, form } = CONFIGS
  const { shipping: _missing, ...others } = { ...CONFIGS, mailing, form }
  device.on('config.get', () => ({ config: others }))
  device.on('status', () => ({ alias: 'Reception PC', version: '1.0.0', printers: [], scales: [], config: others }))
  const user = openPage('/app/mailroom')
  await screen.findByText('K-1')
  await weigh(user, '620')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(queueRow('K-1').getByText(/^The .* printer is not setup correctly/)).toBeVisible())
  expect(sold).toEqual([])
})

it.each([
  ['key_used_by_colleague', 'A colleague has bought it.', false],
  ['price_changed', 'The price has changed since it was quoted.', false],
  ['spending_limit', /^This account has reached its spending limit/, false],
  ['session_expired', /signed out/i, true],
] as const)('refused with %s the row says why', async (code, why, isKept) => {
  withService('2')
  const asked = server.on(processShipment, () => new Refusal(code))
  server.on(findPurchase, () => new Refusal(code === 'session_expired' ? code : 'not_found'))
  const user = await openMailroom()
  await weigh(user, '620')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(queueRow('K-1').getByText(why)).toBeVisible())
  expect(asked).toHaveLength(1)
  expect(localStorage.getItem(ORDERS) !== null).toBe(isKept)
})

it('the prices of a service that is not chosen are not needed: the cheapest is bought', async () => {
  const { shipment, ...first } = aQueued(1)
  const { service: _none, ...open } = shipment
  withQueue([{ ...first, shipment: open }, aQueued(2)])
  const asked = server.on(rateShipment, ratesOf)
  const user = await openMailroom()
  await weigh(user, '620')
  await screen.findByText('£3.65')
  expect(activeRow()).toMatch(/^NowK-1Person 114 Heol y Gogledd, Aberystwyth, SY23 2HTService Alt S/)
  expect(
    screen
      .getAllByRole('option')
      .slice(0, 2)
      .map(({ textContent }) => textContent),
  ).toEqual(['1. Tracked 48, Small parcel, £3.65', '2. 2nd Class, Small parcel, £3.95'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(queueRow('K-1').getByText('Printed')).toBeVisible())
  expect(sold.map(({ body }) => [body.service, body.options, body.charges])).toEqual([
    ['TR48', [{ code: 'tracked', fields: {} }], { total_charge: 365 }],
  ])
  expect(asked.every(({ query }) => query.every_service === 'true')).toBe(true)
})
