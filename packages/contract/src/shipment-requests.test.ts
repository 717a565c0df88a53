import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import { describe, expect, test } from 'vitest'
import { downloadDocumentImage } from './document.ts'
import { rateRequestSchema, rateShipment } from './rate.ts'
import { listReturns, recordReturn, updateReturn } from './returned-item.ts'
import { saveBatch } from './shipment-batch.ts'
import { reprintShipment, updateShipment } from './shipment-change.ts'
import { createManualShipment } from './shipment-manual.ts'
import { savePending } from './shipment-pending.ts'
import { listCostCenters, saveCostCenter, saveReferenceFields } from './shipment-references.ts'
import { searchShipments, SHIPMENTS_COUNTED } from './shipment-search.ts'
import { saveShipper } from './shipment-shippers.ts'
import { voidShipment } from './shipment-void.ts'
import { processShipment, shipmentDraftSchema } from './shipment.ts'
import { listOf, testBounds, testKept, text } from './testing/bounds.ts'

const ID = '0192f7c2-5d8b-7c3a-9a51-3f0f6f6c2b11'
const ADDRESS = { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }
const PARCEL = { packaging: 'small_parcel', weight: { value: 100 } }
const DIM = { length: 20, width: 10, height: 5 }
const ITEM = { description: 'Woollen scarf', quantity: 1, weight: { value: 300 }, value: 40_00 }
const option = (code: string, fields = {}) => ({ code, fields })
const compensation = (value: number) => ({ compensation: { value } })
const cover = (value: number) => ({ consequential_loss: { value } })
const special = (fields = {}) => [option('special_delivery', fields)]

const DRAFT = {
  shipping_date: '2026-11-23',
  parcels: [PARCEL],
  to: ADDRESS,
  from: ADDRESS,
  service: '1',
  by: ID,
}

const row = (at: number) => ({ key: `row-${at}-key`, shipment: DRAFT })
const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, at) => row(at)) })

describe('a shipment to buy', () => {
  test('gives absent fields their defaults', () => {
    const written = { ...ADDRESS, company_name: '', address2: '', address3: '', state_province: '', country: 'GB' }
    const address = { ...written, phone1: '', email: '' }
    expect(shipmentDraftSchema.parse(DRAFT)).toEqual({
      carrier: 'RM',
      options: [],
      shipping_date: '2026-11-23',
      parcels: [{ number: 1, packaging: 'small_parcel', weight: { value: 100, units: 'G' } }],
      meta_data: { quantity: 1, avery_label_location: [], label_name: '', ERA: '', slogan: '' },
      to: address,
      from: address,
      label: { size: '4x6' },
      references: [],
      costcenter: [],
      service: '1',
      by: ID,
    })
  })

  testBounds(
    shipmentDraftSchema,
    { ...DRAFT, parcels: [{ ...PARCEL, dim: DIM }], customs: { contents_items: [ITEM] } },
    [
      ['carrier', ['RM', 'DHL'], ['rm', '', 'R M']],
      ['shipping_date', ['2026-02-28', '2028-02-29'], ['2026-02-29', '28/02/2026', undefined]],
      ['service', ['SD9AM', 'frank_pay'], ['3', undefined]],
      ['by', [], ['me', undefined]],
      ['charges', [{ total_charge: 0 }], [{ total_charge: -1 }, { total_charge: 1.5 }, {}]],
      ['label.size', ['4x6', 'A4', '1X'], ['A5']],
      ['references', [['a', 'b', 'c'], [text(20)]], [['a', 'b', 'c', 'd'], [text(21)]]],
      ['costcenter', [[], [{ id: ID }]], [[{ id: ID }, { id: ID }], [{ id: 'x' }]]],
      ['parcels', [], [[], listOf(2, PARCEL), undefined]],
      ['parcels.0.number', [1], [0, 2]],
      ['parcels.0.packaging', ['letter', 'tube'], ['box', undefined]],
      ['parcels.0.packaging_name', [text(60)], [text(61)]],
      ['parcels.0.weight.value', [0.001, 100_000], [0, -1, 100_001, '100']],
      ['parcels.0.weight.units', ['G', 'KG', 'LB'], ['OZ', 'g']],
      ['parcels.0.dim.length', [0.1, 10_000], [0, 10_001, undefined]],
      ['parcels.0.dim.width', [0.1, 10_000], [0, 10_001, undefined]],
      ['parcels.0.dim.height', [0.1, 10_000], [0, 10_001, undefined]],
      ['parcels.0.dim.girth', [0.1, 40_000], [0, 40_001]],
      ['parcels.0.dim.units', ['CM', 'IN'], ['MM']],
      ['meta_data.quantity', [1, 1000], [0, 1001, 1.5]],
      ['meta_data.avery_label_location', [listOf(100, { index: 9, row: 19 })], [listOf(101, { index: 0, row: 0 })]],
      ['meta_data.avery_label_location', [[{ index: 0, row: 0 }]], [[{ index: 10, row: 0 }], [{ index: -1, row: 0 }]]],
      ['meta_data.avery_label_location', [[{ index: 0, row: 0 }]], [[{ index: 0, row: 20 }], [{ index: 0, row: -1 }]]],
      ['meta_data.label_name', [text(20)], [text(21)]],
      ['meta_data.ERA', [text(200), 'a\nb\nc\nd'], [text(201), 'a\tb']],
      ['meta_data.slogan', [text(60)], [text(61), 'a\nb']],
      ['meta_data.colour', [], ['red']],
      ['customs.booking_confirmation_number', [text(35)], [text(36)]],
      ['customs.eelpfc', [text(35)], [text(36)]],
      ['customs.invoice_number', [text(35)], [text(36)]],
      ['customs.contents_description', [text(60)], [text(61)]],
      ['customs.customs_refnum_importer', [text(35)], [text(36)]],
      ['customs.company_EORI_number', ['X'.repeat(20)], ['X'.repeat(21)]],
      ['customs.contents_items', [], [listOf(21, ITEM)]],
      ['customs.contents_items.0.description', [text(100)], ['', text(101), undefined]],
      ['customs.contents_items.0.quantity', [1, 9999], [0, 10_000, 1.5]],
      ['customs.contents_items.0.weight.value', [0.01, 100_000], [0, 100_001]],
      ['customs.contents_items.0.value', [0, 100_000_00], [-1, 100_000_01, 0.5]],
      ['customs.contents_items.0.hs_code', ['8'.repeat(14)], ['8'.repeat(15)]],
      ['customs.contents_items.0.origin_country', ['', 'GB'], ['gb', 'GBR', 'G']],
      ['customs.contents_items.0.sku', [text(35)], [text(36)]],
      ['customs.contents_items.0.manufacturer_id', [text(35)], [text(36)]],
      ['to', [], [null, {}]],
      ['from', [], [undefined]],
      ['unknown', [], [1]],
    ],
  )

  test('a declaration has up to 20 items', () => {
    const customs = { contents_items: listOf(20, ITEM) }
    expect(shipmentDraftSchema.parse({ ...DRAFT, customs }).customs?.contents_items).toHaveLength(20)
  })

  testKept(shipmentDraftSchema, DRAFT, [
    ['references', [' PO-7 '], ['PO-7']],
    ['meta_data.slogan', ' Bound to last\u200b ', 'Bound to last'],
    ['meta_data.ERA', '\r\nUnit 4\r\nAberystwyth\r\n', 'Unit 4\nAberystwyth'],
    ['options', [{ code: 'signed_for' }], [{ code: 'signed_for', fields: {} }]],
    ['options', [{ code: 'special_delivery' }], [{ code: 'special_delivery', fields: {} }]],
    ['options', [{ code: 'international_tracked' }], [{ code: 'international_tracked', fields: {} }]],
  ])
})

describe('options and their fields (spec §3)', () => {
  const plain = [
    'prepay_reply',
    'signed_for',
    'tracked',
    'signature',
    'international_economy',
    'international_standard',
  ]
  const abroad = [
    'international_tracked',
    'international_tracked_signed',
    'international_signed',
    'international_tracked_heavier',
  ]
  const typed = ['frank_pay', 'surcharge']

  testBounds(shipmentDraftSchema, DRAFT, [
    ['options', [listOf(10, option('signed_for'))], [listOf(11, option('signed_for')), [option('express')]]],
    ['options', [50, 750, 1000, 2500].map((value) => special(compensation(value))), [special(compensation(51))]],
    ['options', [true, false].map((value) => special({ saturday: { value } })), [special({ saturday: { value: 1 } })]],
    ['options', [0, 1000, 2500, 5000, 7500, 10_000].map((value) => special(cover(value))), [special(cover(500))]],
    ['options', [], [special({ amount: { value: 1 } }), special({ compensation: 50 })]],
    ...plain.map((code) => ['options', [[option(code)]], [[option(code, compensation(50))]]] as const),
    ...abroad.map(
      (code) =>
        [
          'options',
          [[option(code)], [option(code, compensation(50))], [option(code, compensation(250))]],
          [[option(code, compensation(750))], [option(code, { saturday: { value: true } })]],
        ] as const,
    ),
    ...typed.map(
      (code) =>
        [
          'options',
          [[option(code, { amount: { value: 150 } })], [option(code, { amount: { value: -1 } })]],
          [[option(code)], [option(code, { amount: { value: 1.5 } })], [option(code, { amount: 150 })]],
        ] as const,
    ),
  ])
})

describe('a request for prices', () => {
  const RATE = { shipping_date: '2026-11-23', parcels: [PARCEL] }
  test('needs no addresses and defaults to a letter within the United Kingdom', () => {
    const place = { country: 'GB', postal_code: '' }
    expect(rateRequestSchema.parse(RATE)).toMatchObject({ to: place, from: place, options: [] })
    expect(rateRequestSchema.parse(RATE)).not.toHaveProperty('service')
  })
  testBounds(rateRequestSchema, RATE, [
    ['to.country', ['FR'], ['fr', 'FRA', '']],
    ['to.postal_code', [text(15)], [text(16)]],
    ['from.postal_code', [text(15)], [text(16)]],
    ['service', ['TR24S'], ['X']],
    ['costcenter', [[], [{ id: ID }]], [[{ id: ID }, { id: ID }]]],
    ['references', [], [['a']]],
  ])
  test('defaults to online prices of every service without fees', () => {
    expect(rateShipment.query.parse({})).toEqual({
      pricing: 'online',
      rate_shop_mode: 'all',
      every_service: 'false',
      with_pickup: 'false',
      handling_charge: 0,
    })
  })
  testBounds(rateShipment.query, {}, [
    ['pricing', ['online', 'post_office', 'franking'], ['counter']],
    ['rate_shop_mode', ['all', 'cheapest', 'fastest'], ['best']],
    ['with_pickup', ['true', 'false'], [true, 'yes']],
    ['handling_charge', [0, 100_000], [-1, 100_001, 1.5]],
    ['pending_id', [], ['12345678']],
  ])
})

describe('the query of a purchase', () => {
  test('is optional and has defaults', () => {
    expect(processShipment.query.parse({})).toEqual({ test: 'false', with_pickup: 'false', handling_charge: 0 })
  })
  testBounds(processShipment.query, {}, [
    ['pricing', ['franking'], ['counter']],
    ['test', ['true', 'false'], [true, '1']],
    ['pending_id', [text(8), text(128), 'a.b:c-d_9'], [text(7), text(129), 'a b c d e', 'ключ-ключ']],
    ['handling_charge', [100_000], [100_001]],
  ])
})

describe('a batch', () => {
  test.each([
    [1, true],
    [1_000, true],
    [0, false],
    [1_001, false],
  ])('of %i rows is accepted: %s', (count, accepted) => {
    expect(saveBatch.body.safeParse(rows(count)).success).toBe(accepted)
  })
  test('rejects a key that is used by two rows', () => {
    const { error } = saveBatch.body.safeParse({ rows: [row(1), row(2), row(1)] })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['rows.2.key'])
  })
  testBounds(saveBatch.body, rows(1), [['rows.0.key', [text(8)], [text(7), undefined]]])
  testBounds(saveBatch.query, {}, [
    ['batch_id', [text(8), text(128)], [text(7), text(129)]],
    ['pending_id', [], [text(8)]],
  ])
})

describe('a change after the purchase', () => {
  testBounds(updateShipment.body, {}, [
    ['references', [[], [text(20)]], [listOf(4, 'a'), [text(21)]]],
    ['notes', ['', text(500)], [text(501)]],
    ['costcenter', [[], [{ id: ID }]], [[{ id: ID }, { id: ID }]]],
    ['service', [], ['1']],
  ])
  test('accepts a change without any field', () => expect(updateShipment.body.parse({})).toEqual({}))
  testBounds(reprintShipment.body, { documents: ['label'] }, [
    [
      'documents',
      [['label'], ['label', 'cn22', 'cn23', 'invoice', 'receipt', 'return_label']],
      [[], ['ruler'], listOf(7, 'label'), undefined],
    ],
  ])
  testBounds(voidShipment.body, { cancellation_reason: 'spoilt' }, [
    ['cancellation_reason', ['x', text(200)], ['', ' ', text(201), undefined]],
  ])
})

describe('a shipment entered by hand', () => {
  const MANUAL = { carrier: 'DHL', service_name: 'Parcel', shipping_date: '2026-11-23', to: ADDRESS }
  test('gives absent fields their defaults', () => {
    const { to: _to, ...others } = createManualShipment.body.parse(MANUAL)
    const defaults = { number: '', total_charge: 0, references: [], costcenter: [], notes: '' }
    expect(others).toEqual({ carrier: 'DHL', service_name: 'Parcel', shipping_date: '2026-11-23', ...defaults })
  })
  testBounds(createManualShipment.body, MANUAL, [
    ['carrier', ['x', text(40)], ['', text(41), undefined]],
    ['service_name', ['x', text(80)], ['', text(81), undefined]],
    ['number', ['', text(40)], [text(41)]],
    ['total_charge', [0, 1], [-1, 0.5]],
    ['references', [['a', 'b', text(20)]], [listOf(4, 'a'), [text(21)]]],
    ['notes', [text(500)], [text(501)]],
    ['to', [], [undefined]],
  ])
})

describe('a prepared shipment', () => {
  test('may omit only parcels, service and account', () => {
    const { parcels: _parcels, service: _service, by: _by, ...rest } = DRAFT
    expect(savePending.body.safeParse(rest).success).toBe(true)
    for (const field of Object.keys(rest) as (keyof typeof rest)[]) {
      const { [field]: _left, ...others } = rest
      expect(savePending.body.safeParse(others).success, field).toBe(false)
    }
  })
})

describe('references and cost centres', () => {
  const field = { label: 'Order' }
  const whole = { ...field, required: false, choices: [], pattern: '' }
  test('a reference is by default optional free text', () => {
    const asked = { required: false, choices: [], pattern: '' }
    expect(saveReferenceFields.body.parse({ data: [field] })).toEqual({ data: [{ ...field, ...asked }], archived: [] })
  })
  testBounds(saveReferenceFields.body, { data: [field] }, [
    ['data', [[]], [listOf(4, field)]],
    ['archived', [listOf(20, whole)], [listOf(21, whole)]],
    ['version', [text(64)], [text(65)]],
    ['data.0.label', ['x', text(40)], ['', text(41)]],
    ['data.0.choices', [listOf(100, text(20))], [listOf(101, 'a'), [''], [text(21)]]],
    ['data.0.pattern', ['', text(20)], [text(21)]],
  ])
  test('a cost centre is by default active and without a budget', () => {
    expect(saveCostCenter.body.parse({ code: 'C1', name: '' })).toEqual({ code: 'C1', name: '', is_active: true })
  })
  const budget = { amount: 100, period: 'month', on_exceed: 'warn' }
  testBounds(saveCostCenter.body, { code: 'C1', name: '', budget }, [
    ['code', ['x', text(20)], ['', text(21)]],
    ['name', ['', text(80)], [text(81), undefined]],
    ['budget.amount', [0, 1_000_000_000], [-1, 1_000_000_001, 0.5]],
    ['budget.period', ['month'], ['fortnight']],
    ['budget.on_exceed', ['warn', 'block'], ['ignore']],
  ])
  testBounds(listCostCenters.query, {}, [['is_active', ['true', 'false'], ['yes']]])
})

describe('lists of shipments', () => {
  test('default to the newest 25, without shipments entered by hand', () => {
    expect(searchShipments.query.parse({})).toEqual({
      start: 0,
      length: 25,
      orderBy: 'created_at',
      orderAsc: 'false',
      text: '',
      dateFilter: 'created',
      withManual: 'false',
      withSum: 'false',
    })
  })
  testBounds(searchShipments.query, {}, [
    ['start', [0, SHIPMENTS_COUNTED], [-1, SHIPMENTS_COUNTED + 1, 1.5]],
    ['length', [1, 100], [0, 101]],
    ['orderBy', ['created_at', 'shipping_date', 'total_charge'], ['by']],
    ['text', [text(100)], [text(101)]],
    ['dateFilter', ['created', 'shipping'], ['paid']],
    ['dateFrom', ['2026-11-23'], ['2026-11-31']],
    ['withManual', ['true', 'false'], ['yes']],
    ['withSum', ['true', 'false'], ['yes']],
    ['status', ['pending', 'voided'], ['test']],
    ['service', ['1', '1,1SF', SERVICE_CODES.join(',')], ['', '1,', 'x', [...SERVICE_CODES, '1'].join(',')]],
    ['person', [ID], ['me']],
    ['costcenter', [ID], ['BIND']],
    ['country', ['GB', 'FR'], ['gb', 'GBR']],
  ])
  test.each([
    ['the same day', '2026-11-23', '2026-11-23', true],
    ['a later day', '2026-11-23', '2026-11-24', true],
    ['an earlier day', '2026-11-23', '2026-11-22', false],
    ['no end', '2026-11-23', undefined, true],
    ['no beginning', undefined, '2026-11-22', true],
  ])('from a day to %s', (_rule, dateFrom, dateTo, accepted) => {
    expect(searchShipments.query.safeParse({ dateFrom, dateTo }).success).toBe(accepted)
  })
})

describe('returned items', () => {
  const { reason, action } = recordReturn.body.shape
  const valid = { barcode: 'ZZ000000005GB', reason: reason.options[0], action: action.options[0] }
  test.each([
    ['a number', { barcode: 'ZZ000000005GB' }, true],
    ['a shipment', { shipment_id: ID }, true],
    ['both', { barcode: 'ZZ000000005GB', shipment_id: ID }, false],
    ['neither', {}, false],
  ])('are named by %s', (_rule, named, accepted) => {
    const { barcode: _barcode, ...rest } = valid
    expect(recordReturn.body.safeParse({ ...rest, ...named }).success).toBe(accepted)
  })
  test('do not mark the address book by default', () => {
    expect(recordReturn.body.parse(valid)).toMatchObject({ notes: '', mark_address_invalid: false })
  })
  testBounds(recordReturn.body, valid, [
    ['barcode', ['x', text(60)], ['', text(61)]],
    ['reason', [], ['lost at sea', undefined]],
    ['action', [], ['burn', undefined]],
    ['notes', ['', text(500)], [text(501)]],
    ['mark_address_invalid', [true], ['true']],
  ])
  testBounds(updateReturn.body, {}, [
    ['state', ['open', 'done'], ['closed']],
    ['notes', [text(500)], [text(501)]],
    ['reason', [valid.reason], ['lost at sea']],
  ])
  testBounds(listReturns.query, {}, [
    ['reason', [reason.options[0]], ['lost at sea']],
    ['state', ['open', 'done'], ['closed']],
    ['text', ['', text(100)], [text(101)]],
    ['dateFrom', ['2026-11-01'], ['2026-02-30']],
  ])
  test('are listed newest first', () => {
    expect(listReturns.query.parse({})).toMatchObject({ orderBy: 'created_at', orderAsc: 'false', text: '' })
  })
})

describe('a picture of a document', () => {
  test('is by default of its first page', () => expect(downloadDocumentImage.query.parse({})).toEqual({ page: 1 }))
  testBounds(downloadDocumentImage.query, {}, [
    ['page', [1, 100], [0, 101, 1.5]],
    ['access_token', [text(100)], [text(101)]],
    ['shipment-id', [ID], ['x']],
  ])
  testBounds(downloadDocumentImage.params, { id: ID, type: 'label' }, [
    ['id', [], ['x']],
    ['type', ['cn22', 'receipt'], ['ruler', undefined]],
  ])
})

describe('senders', () => {
  testBounds(saveShipper.body, { alias: 'Office', address: ADDRESS }, [
    ['alias', ['x', text(40)], ['', text(41), undefined]],
    ['address', [], [undefined, {}]],
  ])
})
