import type { BatchRow } from '@postroom/contract/shipment-batch'
import { shipmentDraftSchema } from '@postroom/contract/shipment'
import { expect, it } from 'vitest'
import { emptyShippingForm } from '../../item-form/shipping-form.ts'
import { aShipment, FROM } from '../../testing/a-shipment.ts'
import type { ReadRow } from './addressees/rows.ts'
import { itemsAgain, itemsOf, withService } from './drafts.ts'

const BY = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'
const CHECK = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a02'
const { to, parcels, shipping_date } = aShipment()
const form = { ...emptyShippingForm('2026-11-25', 'letter', FROM), weight: '50', reference: 'ALL' }
const aRow = (number: number, change: Partial<ReadRow> = {}): ReadRow => ({
  id: String(number),
  number,
  typed: {},
  address: to,
  reference: '',
  problems: [],
  ...change,
})
const refused = (change: Partial<BatchRow> = {}): BatchRow => ({
  key: `${CHECK}.4`,
  position: 0,
  state: 'failed',
  shipment: shipmentDraftSchema.parse({
    to,
    from: FROM,
    parcels,
    shipping_date,
    options: [],
    service: '2',
    by: BY,
    charges: { total_charge: 150 },
  }),
  ...change,
})

it('is an item of each row with an address, with its own reference or that of all, and no price', () => {
  const rows = [aRow(2, { reference: 'W-1' }), aRow(3, { address: undefined }), aRow(4)]
  const items = itemsOf(rows, { form, service: '2' }, BY)
  expect(items.map(({ number, shipment }) => [number, shipment.references])).toEqual([
    [2, ['W-1']],
    [4, ['ALL']],
  ])
  expect(items[0]?.shipment).toMatchObject({ to, service: '2', by: BY, options: [] })
  expect(items[0]?.shipment).not.toHaveProperty('charges')
})

it('is an item of each refused row that still has its shipment, without its old price and under its next key', () => {
  const items = itemsAgain([refused(), refused({ shipment: undefined })])
  expect(items.map(({ number, key }) => [number, key])).toEqual([[4, `${CHECK}.4.2`]])
  expect(items[0]?.shipment).not.toHaveProperty('charges')
})

it('brings the options of another service, and leaves an item without one as it is', () => {
  const [item] = itemsAgain([refused()])
  expect(withService(item!)).toBe(item!.shipment)
  expect(withService(item!, '2')).toBe(item!.shipment)
  const signed = withService(item!, 'TR24')
  expect([signed.service, signed.options?.map(({ code }) => code)]).toEqual(['TR24', ['tracked']])
})
