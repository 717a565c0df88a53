import { describe, expect, it } from 'vitest'
import { aQueued } from '../testing/a-queued.ts'
import { preparedForm, preparedOf } from './prepared-item.ts'
import { emptyShippingForm, factsIn, rateRequestOf, type ShippingForm } from './shipping-form.ts'

const TODAY = '2026-11-22'
const CENTER = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02'
const queued = (change: Partial<ReturnType<typeof aQueued>['shipment']>) => ({
  shipment: { ...aQueued(1).shipment, ...change },
})

const formOf = (change: Parameters<typeof queued>[0]) => preparedForm(queued(change), TODAY)

describe('the form of a prepared item', () => {
  it('has all three references and the cost centre', () => {
    expect(formOf({ references: ['A', 'B', 'C'], costcenter: [{ id: CENTER }] })).toMatchObject({
      reference: 'A',
      reference2: 'B',
      reference3: 'C',
      costcenter: CENTER,
    })
    expect(formOf({})).toMatchObject({ reference: '', reference2: '', reference3: '', costcenter: '' })
  })

  it.each([
    ['2026-11-21', '2026-11-22'],
    ['2026-11-22', '2026-11-22'],
    ['2026-11-23', '2026-11-23'],
  ])('prepared for %s is posted on %s', (shipping_date, posted) => {
    expect(formOf({ shipping_date }).shipping_date).toBe(posted)
  })

  it('without a format is a small parcel, and without a service has none', () => {
    expect(formOf({ parcels: undefined, service: undefined })).toMatchObject({ packaging: 'small_parcel', service: '' })
  })

  it.each([
    [
      'cover',
      'SD',
      [{ code: 'special_delivery', fields: { compensation: { value: 1000 } } }],
      { compensation: '1000' },
    ],
    [
      'consequential loss',
      'SD',
      [{ code: 'special_delivery', fields: { consequential_loss: { value: 5000 } } }],
      { consequential_loss: '5000', compensation: '' },
    ],
    ['no cover', 'SD', [{ code: 'special_delivery', fields: { compensation: { value: 0 } } }], { compensation: '' }],
    [
      'an amount of one’s own',
      'frank_pay',
      [{ code: 'frank_pay', fields: { amount: { value: 105 } } }],
      { own_value: 'frank_pay', amount: '1.05' },
    ],
    [
      'a surcharge',
      'frank_pay',
      [{ code: 'surcharge', fields: { amount: { value: 500 } } }],
      { own_value: 'surcharge', amount: '5.00' },
    ],
  ] as const)('keeps %s', (_what, service, options, fields) => {
    const form = formOf({
      service,
      options: options as unknown as NonNullable<ReturnType<typeof queued>['shipment']['options']>,
    })
    expect(form).toMatchObject({ service, ...fields })
  })
})

describe('a form that is handed over', () => {
  const form: ShippingForm = { ...emptyShippingForm(TODAY, 'large_letter'), weight: '100 g' }
  const handed = (change: Partial<ShippingForm>) => {
    const values = { ...form, ...change }
    const facts = factsIn(values)
    return preparedOf(values, facts, rateRequestOf(facts))
  }

  it('has its weight, and neither service nor cost centre when none is chosen', () => {
    const prepared = handed({ reference2: 'B' })
    expect(prepared).toMatchObject({ shipping_date: TODAY, references: ['', 'B'], costcenter: [] })
    expect(prepared.parcels).toEqual([{ number: 1, packaging: 'large_letter', weight: { value: 100, units: 'G' } }])
    expect(Object.keys(prepared)).not.toContain('service')
    expect(Object.keys(prepared)).not.toContain('customs')
  })

  it('has its format alone while it is not weighed', () => {
    expect(handed({ weight: '' }).parcels).toEqual([{ packaging: 'large_letter' }])
  })

  it('has the service with its options, and the cost centre', () => {
    expect(handed({ service: 'SD', compensation: '1000', costcenter: CENTER })).toMatchObject({
      service: 'SD',
      options: [{ fields: { compensation: { value: 1000 } } }],
      costcenter: [{ id: CENTER }],
    })
    expect(handed({ service: 'frank_pay', amount: 'much' })).toMatchObject({ service: 'frank_pay', options: [] })
  })
})
