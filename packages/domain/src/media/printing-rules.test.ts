import { describe, expect, test } from 'vitest'
import { refuseCustoms } from '../customs/customs-rules.ts'
import { labelsUsed, stockFor } from './label-stock.ts'
import type { Grams } from '../measures.ts'
import { toPence } from '../money.ts'
import { printRefusal, refuseFunds, refuseTypedTotal, type PrintSituation } from './printing-rules.ts'
import { factsOf } from '../testing/rating-scene.ts'

type Device = PrintSituation['devices']['form']
const EVERY_PRINTER = { mailing: {}, shipping: {}, form: {} }
const there: Device = { connected: true, config: EVERY_PRINTER }
const away: Device = { connected: false, config: EVERY_PRINTER }
/** One device manager for every kind. */
const one = (device: Partial<Device>) => {
  const same = { ...there, ...device }
  return { devices: { mailing: same, shipping: same, form: same } }
}
/** Another device manager prints forms. */
const formsAt = (form: Device, others = there) => ({ devices: { mailing: others, shipping: others, form } })
const ready: PrintSituation = {
  packaging: 'small_parcel',
  country: 'GB',
  customs_form: false,
  ...one({}),
  test: false,
  quantity: 1,
  labels_used: 1,
}
const ABROAD = { packaging: 'parcel', country: 'FR', customs_form: true } as const
const { mailing, shipping } = EVERY_PRINTER

describe('printing is blocked when (spec §5)', () => {
  test.each<[string, Partial<PrintSituation>, ReturnType<typeof printRefusal>]>([
    [
      'the mailing printer is missing, for a letter',
      { packaging: 'letter', ...one({ config: { shipping } }) },
      missing('mailing'),
    ],
    ['… for a large letter', { packaging: 'large_letter', ...one({ config: { shipping } }) }, missing('mailing')],
    ['for a parcel the shipping printer is missing', one({ config: { mailing } }), missing('shipping')],
    ['… for a tube', { packaging: 'tube', ...one({ config: { mailing } }) }, missing('shipping')],
    [
      'and the form printer, when the destination is not domestic',
      { ...ABROAD, ...one({ config: { shipping } }) },
      missing('form'),
    ],
    [
      '… also before a form is chosen',
      { ...ABROAD, customs_form: false, ...one({ config: { shipping } }) },
      missing('form'),
    ],
    ['… Jersey is domestic (spec §9)', { country: 'JE', ...one({ config: { shipping } }) }, undefined],
    [
      '… a letter abroad needs none',
      { packaging: 'letter', country: 'FR', ...one({ config: { mailing } }) },
      undefined,
    ],
    [
      '… a letter with a customs form does',
      { ...ABROAD, packaging: 'letter', ...one({ config: { mailing } }) },
      missing('form'),
    ],
    ['the device manager is not connected', one(away), notConnected('shipping')],
    ['… or has not reported its printers', one({ config: undefined }), notConnected('shipping')],
    ['… a missing printer is reported first', one({ connected: false, config: {} }), missing('shipping')],
    ['the device manager for forms is not connected', { ...ABROAD, ...formsAt(away) }, notConnected('form')],
    ['… which is allowed when no form is needed', formsAt(away), undefined],
    ['… or has no printer for them', { ...ABROAD, ...formsAt({ ...there, config: { shipping } }) }, missing('form')],
    ['… its other printers are not required', { ...ABROAD, ...formsAt({ ...there, config: { form: {} } }) }, undefined],
    [
      '… nor are the form printers of the others',
      { ...ABROAD, ...formsAt(there, { ...there, config: { shipping } }) },
      undefined,
    ],
    ['… and it cannot replace the others', { ...ABROAD, ...formsAt(there, away) }, notConnected('shipping')],
    ['a test print has quantity above 1', { test: true, quantity: 2 }, { code: 'test_print_quantity' }],
    [
      'a test print has more label positions than allowed',
      { test: true, labels_used: 2 },
      { code: 'test_print_quantity' },
    ],
    ['… one label is allowed', { test: true }, undefined],
    ['… several are allowed without a test', { quantity: 2, labels_used: 2 }, undefined],
    ['nothing is wrong', ABROAD, undefined],
  ])('%s', (_rule, change, refusal) => expect(printRefusal({ ...ready, ...change })).toEqual(refusal))

  test.each<
    [string, 'frank_pay' | 'surcharge', number | undefined, { handling_charge?: number; pickup_fee?: number }, boolean]
  >([
    ['frank_pay of less than nothing', 'frank_pay', -1, {}, false],
    ['… which no handling charge offsets', 'frank_pay', -1, { handling_charge: 100 }, false],
    ['frank_pay of zero', 'frank_pay', 0, {}, false],
    ['frank_pay without a value', 'frank_pay', undefined, {}, false],
    ['… a penny is enough', 'frank_pay', 1, {}, true],
    ['… so is a handling charge of a penny', 'frank_pay', 0, { handling_charge: 1 }, true],
    ['… £999.99 is the maximum', 'frank_pay', 999_99, {}, true],
    ['… with the handling charge in it', 'frank_pay', 999_98, { handling_charge: 1 }, true],
    ['… £999.99 and a handling charge of a penny', 'frank_pay', 999_99, { handling_charge: 1 }, false],
    ['… £990 and collection for £10', 'frank_pay', 990_00, { pickup_fee: 10_00 }, false],
    ['… £990 and collection for £9.99', 'frank_pay', 990_00, { pickup_fee: 9_99 }, true],
    ['frank_pay of £1000', 'frank_pay', 1000_00, {}, false],
    ['a surcharge of zero', 'surcharge', 0, {}, false],
    ['… of a penny is enough', 'surcharge', 1, {}, true],
    ['a surcharge of £1000', 'surcharge', 1000_00, {}, false],
    ['… of £999.99 and a handling charge of a penny', 'surcharge', 999_99, { handling_charge: 1 }, false],
  ])('%s', (_rule, code, amount, { handling_charge = 0, pickup_fee }, allowed) => {
    const facts = factsOf({
      options: [{ code, ...(amount !== undefined && { amount: toPence(amount) }) }],
      handling_charge: toPence(handling_charge),
      with_pickup: pickup_fee !== undefined,
    })
    const refused = refuseTypedTotal(facts, pickup_fee === undefined ? {} : { pickup_fee: toPence(pickup_fee) })
    expect(refused?.refusal.code).toBe(allowed ? undefined : 'frank_pay_out_of_range')
  })

  test.each([
    ['an international parcel has no customs items', 'parcel', 'FR', 'customs_items_missing'],
    ['… a tube has none', 'tube', 'US', 'customs_items_missing'],
    ['… a letter needs none', 'letter', 'FR', undefined],
    ['… a parcel to the Isle of Man needs none (spec §9)', 'small_parcel', 'IM', undefined],
    ['… a parcel to Guernsey, which has its own customs, has none', 'small_parcel', 'GG', 'customs_items_missing'],
  ] as const)('%s', (_rule, packaging, country, code) => {
    const refused = refuseCustoms({ packaging, country, weight: 100 as Grams, day: '2026-11-20' })
    expect(refused?.refusal.code).toBe(code)
  })

  test.each([
    ['the balance is missing', 180, 1, undefined, 180],
    ['the balance is zero', 180, 1, 0, 180],
    ['… even when the price is zero', 0, 1, 0, 0],
    ['the balance is below zero', 180, 1, -5, 185],
    ['the balance is less than the price', 180, 1, 179, 1],
    ['… the exact price is enough', 180, 1, 180, undefined],
    ['the balance is less than price times quantity', 180, 2, 359, 1],
    ['… times labels used: 2 items on 3 places each', 180, 2 * 3, 1079, 1],
    ['… the exact product is enough', 180, 2 * 3, 1080, undefined],
  ])('%s', (_rule, price, labels, balance, short_by) => {
    const refused = refuseFunds(toPence(price), labels, balance === undefined ? undefined : toPence(balance))
    expect(refused?.refusal.details['short_by']).toBe(short_by)
    if (refused) expect(refused.refusal.code).toBe('insufficient_funds')
  })
})

test.each([
  ['positions count one each', 'L7163', 3, false, 3],
  ['… halved for the Hovat label', 'Hovat', 4, false, 2],
  ['… a started pair whole', 'Hovat', 3, false, 2],
  ['a surcharge counts as 1', 'L7163', 3, true, 1],
] as const)('labels used (spec §5): %s', (_rule, label_name, places, surcharge, used) => {
  const positions = Array.from({ length: places }, (_, row) => ({ index: 0, row }))
  expect(labelsUsed({ positions, stock: stockFor('A4', label_name)!, surcharge })).toBe(used)
})

function missing(kind: 'mailing' | 'shipping' | 'form') {
  return { code: 'printer_not_set', kind } as const
}

function notConnected(kind: 'shipping' | 'form') {
  return { code: 'device_not_connected', kind } as const
}
