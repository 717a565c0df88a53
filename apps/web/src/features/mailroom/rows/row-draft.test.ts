import { rateShipment } from '@postroom/contract/rate'
import { ukDateOf } from '@postroom/domain/calendar'
import { expect, it } from 'vitest'
import { aQueued } from '../../../testing/a-queued.ts'
import { ratesOf } from '../../../testing/answers.ts'
import { Refusal } from '../../../testing/fake-server.ts'
import { draftFor, optionsWith, rateRequestFor } from './row-draft.ts'
import { questionFor, rowQuote } from './row-price.ts'

const { shipment } = aQueued(1)
const BY = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'
const ENTRY = { grams: 620, service: '2' as const }
const TODAY = '2026-11-24'

it('prices depend on the weight that was entered and the two places, and on no option', () => {
  const withMore = {
    ...shipment,
    options: [{ code: 'tracked' as const, fields: {} }],
    parcels: [{ number: 1, packaging: 'letter' as const, weight: { value: 9, units: 'G' as const } }],
  }
  expect(rateRequestFor({ shipment: withMore }, ENTRY, TODAY)).toEqual({
    carrier: 'RM',
    meta_data: shipment.meta_data,
    options: [],
    shipping_date: TODAY,
    parcels: [{ number: 1, packaging: 'letter', weight: { value: 620, units: 'G' } }],
    to: { country: 'GB', postal_code: 'SY23 2HT' },
    from: { country: 'GB', postal_code: 'SY20 8AE' },
  })
  const { parcels } = rateRequestFor({ shipment: { ...shipment, parcels: undefined } }, ENTRY, TODAY)
  expect(parcels).toEqual([{ number: 1, packaging: 'small_parcel', weight: { value: 620, units: 'G' } }])
})

it.each([
  ['2026-11-23', '2026-11-24'],
  ['2026-11-24', '2026-11-24'],
  ['2026-11-25', '2026-11-25'],
])('what was prepared for %s is posted on %s', (shipping_date, day) => {
  expect(rateRequestFor({ shipment: { ...shipment, shipping_date } }, ENTRY, TODAY).shipping_date).toBe(day)
})

it('a service keeps the prepared options if it is sold with them, else it has those it needs', () => {
  const options = [{ code: 'signed_for' as const, fields: {} }]
  const prepared = { ...shipment, options }
  expect(optionsWith(prepared, '2SF')).toBe(options)
  expect(optionsWith(prepared, '2')).toEqual([])
  expect(optionsWith(prepared, 'TR24')).toEqual([{ code: 'tracked', fields: {} }])
})

it('the draft has the entry, the payer and the price', () => {
  const draft = draftFor({ shipment }, { ...ENTRY, service: '1', by: BY, total_charge: 500 }, TODAY)
  expect(draft).toMatchObject({ service: '1', by: BY, charges: { total_charge: 500 }, shipping_date: TODAY })
  expect(draft).toMatchObject({ to: shipment.to, parcels: [{ weight: { value: 620, units: 'G' } }] })
  expect(draftFor({ shipment }, { ...ENTRY, by: BY, total_charge: undefined }, TODAY).charges).toBeUndefined()
})

it('the question names the account and the chosen service; without one it asks for no service of its own', () => {
  const account = { id: BY, pricing: 'online' as const, name: 'Office' }
  expect(questionFor({ shipment }, ENTRY, { today: TODAY, account })).toMatchObject({
    chosen: { service: '2', options: [] },
    account: { id: BY, pricing: 'online' },
  })
  expect(questionFor({ shipment }, { ...ENTRY, service: undefined }, { today: TODAY, account }).chosen).toBeUndefined()
})

it('the quote is that of the service, or the first, which is the cheapest', () => {
  const body = rateRequestFor({ shipment }, ENTRY, ukDateOf(new Date()))
  const query = rateShipment.query.parse({ every_service: 'true' })
  const rates = ratesOf({ params: undefined, query, body })
  if (rates instanceof Refusal) throw new Error(rates.code)
  expect(rowQuote(rates, undefined)).toBe(rates.data[0])
  expect(rowQuote(rates, '1')?.service.code).toBe('1')
  expect(rowQuote(rates, 'IE')).toBeUndefined()
  expect(rowQuote(undefined, undefined)).toBeUndefined()
})
