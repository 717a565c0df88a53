import { describe, expect, test } from 'vitest'
import { toPence } from '../money.ts'
import type { OptionCode } from '../catalogue/options.ts'
import { mm, option, quoteFor, rated, rateEveryOn, SATURDAY, type Change } from '../testing/rating-scene.ts'

const NO_PRICE = 'no_published_price'
const NOT_HERE = 'service_not_available'

const special = (more = {}) => option('special_delivery', more)
const parcel = { packaging: 'small_parcel', weight: 501 } as const

describe('every service of a destination, cheapest first', () => {
  test.each<[string, Change, string[], string[]]>([
    [
      'a small parcel on a Friday',
      { packaging: 'small_parcel', weight: 1240 },
      ['TR48', '2', 'TR24', '1', 'TR48S', '2SF', 'TR24S', '1SF', 'SD', 'SD1PM_SAT'],
      ['1PP', '2PP', 'SD9AM', 'SD9AM_SAT'],
    ],
    [
      'a letter',
      {},
      ['2', '1', '2SF', '1SF', 'SD', 'SD1PM_SAT'],
      ['1PP', '2PP', 'SD9AM', 'SD9AM_SAT', 'TR24', 'TR24S', 'TR48', 'TR48S'],
    ],
    [
      'a large letter of 900 g, which only Tracked accepts',
      { packaging: 'large_letter', weight: 900 },
      ['TR48', 'TR24', 'TR48S', 'TR24S'],
      [],
    ],
    ['a letter to France', { country: 'FR' }, ['IE', 'IS', 'IT', 'ITS'], ['ISI', 'ITH']],
  ])('%s', (_case, change, quoted, unavailable) => {
    const { quotes, unavailable: others } = rated(change, rateEveryOn(change))
    expect(quotes.map(({ service }) => service.code)).toEqual(quoted)
    expect(others.map(({ service }) => service).toSorted()).toEqual(unavailable.toSorted())
  })

  test.each<[string, OptionCode | undefined, Change]>([
    ['no option', undefined, {}],
    ['signed for', 'signed_for', {}],
    ['special delivery', 'special_delivery', {}],
    ['tracked', 'tracked', { packaging: 'small_parcel', weight: 1240 }],
    ['tracked abroad', 'international_tracked', { country: 'US', packaging: 'parcel', weight: 1240 }],
  ])('has the same prices as with the option it needs: %s', (_case, code, change) => {
    const every = rated(change, rateEveryOn(change)).quotes
    const chosen = rated({ ...change, options: code ? option(code) : [] }).quotes
    expect(chosen.length).toBeGreaterThan(0)
    for (const quote of chosen) expect(every).toContainEqual(quote)
  })

  test('names the lowest price in the format that fits', () => {
    const tooBig = { packaging: 'letter', sides: mm(240, 165, 10) } as const
    expect(rateEveryOn(tooBig)).toMatchObject({
      ok: false,
      refusal: { details: { fits: 'large_letter', total_charge: 155 } },
    })
  })
})

describe('the quotes of options (spec §5), cheapest first', () => {
  test.each<[string, Change, Record<string, number>, Record<string, string>]>([
    ['no option', {}, { 2: 91, 1: 180 }, {}],
    ['at the counter', { list: 'post_office', packaging: 'large_letter' }, { 2: 155, 1: 330 }, {}],
    ['by franking machine', { list: 'franking' }, { 2: 88, 1: 177 }, {}],
    ['a BFPO address, with the country GB and domestic prices', { country: 'GB' }, { 2: 91, 1: 180 }, {}],
    ['signed for', { options: option('signed_for') }, { '2SF': 291, '1SF': 380 }, {}],
    ['prepaid reply', { options: option('prepay_reply') }, {}, { '1PP': NO_PRICE, '2PP': NO_PRICE }],
    [
      'tracked online, with £150',
      { options: option('tracked'), ...parcel },
      { TR48: 365, TR24: 465, TR48S: 525, TR24S: 625 },
      {},
    ],
    [
      'tracked at the counter, with £75',
      { options: option('tracked'), ...parcel, list: 'post_office' },
      { TR48: 445, TR24: 570, TR48S: 605, TR24S: 730 },
      {},
    ],
    [
      'tracked with signature',
      { options: [...option('signature'), ...option('tracked')], ...parcel },
      { TR48S: 525, TR24S: 625 },
      {},
    ],
    [
      'tracked, which takes no letters',
      { options: option('tracked') },
      {},
      { TR24: NOT_HERE, TR24S: NOT_HERE, TR48: NOT_HERE, TR48S: NOT_HERE },
    ],
    [
      'special delivery on a Friday',
      { options: special() },
      { SD: 945, SD1PM_SAT: 1434 },
      { SD9AM: NO_PRICE, SD9AM_SAT: NO_PRICE },
    ],
    [
      'special delivery on another day',
      { options: special(), day: SATURDAY },
      { SD: 945 },
      { SD9AM: NO_PRICE, SD1PM_SAT: 'saturday_needs_friday', SD9AM_SAT: 'saturday_needs_friday' },
    ],
    [
      'special delivery with the Saturday field',
      { options: special({ saturday: true }), list: 'post_office' },
      { SD1PM_SAT: 1494, SD9AM_SAT: 5695 },
      {},
    ],
    [
      'special delivery to Jersey',
      { options: special(), country: 'JE' },
      { SD: 945, SD1PM_SAT: 1434 },
      { SD9AM: NOT_HERE, SD9AM_SAT: NOT_HERE },
    ],
    [
      'compensation of £1000',
      { options: special({ compensation_gbp: 1000 }), ...parcel },
      { SD: 1445, SD1PM_SAT: 2034 },
      { SD9AM: NO_PRICE, SD9AM_SAT: NO_PRICE },
    ],
    [
      'compensation of £50, sold only by 9am',
      { options: special({ compensation_gbp: 50 }), list: 'post_office' },
      { SD9AM: 5395, SD9AM_SAT: 5695 },
      { SD: NOT_HERE, SD1PM_SAT: NOT_HERE },
    ],
    [
      'special delivery above 2 kg, which excludes 9am',
      { options: special(), packaging: 'medium_parcel', weight: 2001, list: 'post_office' },
      { SD: 2295, SD1PM_SAT: 3054 },
      { SD9AM: NOT_HERE, SD9AM_SAT: NOT_HERE },
    ],
    [
      'special delivery of a tube over 2 kg',
      { options: special(), packaging: 'tube', weight: 2001, sides: tube(900, 70), list: 'post_office' },
      {},
      { SD: NOT_HERE, SD9AM: NOT_HERE, SD1PM_SAT: NOT_HERE, SD9AM_SAT: NOT_HERE },
    ],
    [
      'special delivery of a tube of 2 kg',
      { options: special(), packaging: 'tube', weight: 2000, sides: tube(900, 70) },
      { SD: 1545, SD1PM_SAT: 2154 },
      { SD9AM: NO_PRICE, SD9AM_SAT: NO_PRICE },
    ],
    [
      'special delivery below 10 × 7 cm',
      { options: special(), sides: mm(1, 69, 100) },
      {},
      { SD: NOT_HERE, SD9AM: NOT_HERE, SD1PM_SAT: NOT_HERE, SD9AM_SAT: NOT_HERE },
    ],
    [
      'consequential loss of £5000, without a published price',
      { options: special({ consequential_loss_gbp: 5000 }), list: 'post_office' },
      {},
      { SD: NO_PRICE, SD9AM: NO_PRICE, SD1PM_SAT: NO_PRICE, SD9AM_SAT: NO_PRICE },
    ],
    ['postage of the user’s own value', { options: option('frank_pay', { amount: toPence(1) }) }, { frank_pay: 1 }, {}],
    [
      'the maximum of the user’s own value',
      { options: option('frank_pay', { amount: toPence(999_99) }) },
      { frank_pay: 999_99 },
      {},
    ],
    ['a surcharge', { options: option('surcharge', { amount: toPence(70) }) }, { frank_pay: 70 }, {}],
    [
      'postage of the user’s own value abroad',
      { country: 'FR', options: option('frank_pay', { amount: toPence(360) }) },
      { frank_pay: 360 },
      {},
    ],
  ])('%s', (_rule, change, quotes, unavailable) => expect(offered(change)).toEqual([quotes, unavailable]))
})

const abroad = (code: OptionCode, country: string, more: Change = {}): Change => ({
  packaging: 'parcel',
  weight: 1000,
  country,
  options: option(code),
  ...more,
})

describe('international options, each its own service, sold to the listed countries', () => {
  test.each<[string, Change, Record<string, number>, Record<string, string>]>([
    ['no option abroad: 1 and 2 are domestic', { country: 'FR' }, {}, { 1: NOT_HERE, 2: NOT_HERE }],
    [
      'an international option to a domestic address',
      { options: option('international_standard') },
      {},
      { IS: NOT_HERE },
    ],
    [
      'a letter to France',
      abroad('international_standard', 'FR', { packaging: 'letter', weight: 100 }),
      { IS: 360 },
      {},
    ],
    ['economy to Australia', abroad('international_economy', 'AU'), { IE: 2890 }, {}],
    ['tracked to France at the price of the country', abroad('international_tracked', 'FR'), { IT: 1115 }, {}],
    ['tracked to Norway at the price of its zone', abroad('international_tracked', 'NO'), { IT: 1740 }, {}],
    ['tracked to Ukraine is not on the list', abroad('international_tracked', 'UA'), {}, { IT: 'service_not_listed' }],
    ['China is not on the list, but has a price', abroad('international_tracked', 'CN'), { IT: 1315 }, {}],
    [
      'China at the counter, which has no country price',
      abroad('international_tracked', 'CN', { list: 'post_office' }),
      {},
      { IT: 'service_not_listed' },
    ],
    [
      'Australia is not listed for tracked and signed',
      abroad('international_tracked_signed', 'AU'),
      {},
      { ITS: 'service_not_listed' },
    ],
    ['Australia is listed for signed', abroad('international_signed', 'AU'), { ISI: 2530 }, {}],
    ['France is not listed for signed', abroad('international_signed', 'FR'), {}, { ISI: 'service_not_listed' }],
    ['heavier in another format', abroad('international_tracked_heavier', 'US'), {}, { ITH: NOT_HERE }],
    [
      'heavier to the United States, duties included',
      abroad('international_tracked_heavier', 'US', { packaging: 'parcel_heavy', weight: 2500 }),
      { ITH: 3390 },
      {},
    ],
    [
      'a tube, priced as a parcel',
      abroad('international_tracked', 'FR', { packaging: 'tube', sides: tube(900, 70) }),
      { IT: 1115 },
      {},
    ],
  ])('%s', (_rule, change, quotes, unavailable) => expect(offered(change)).toEqual([quotes, unavailable]))
})

test('a missing price is reported with the list and the reason', () => {
  expect(rated({ options: option('tracked'), ...parcel, list: 'franking' }).unavailable[0]).toEqual({
    service: 'TR24',
    code: NO_PRICE,
    details: { list: 'franking-2026-04-07', reason: expect.stringContaining('online') as unknown },
  })
})

test.each([
  [450, 80, 2000, 395],
  [451, 80, 2000, 625],
  [450, 81, 2000, 625],
  [450, 80, 2001, 805],
  [900, 70, 20_000, 1245],
])('a tube of %i × %i mm and %i g costs %i pence by 2nd Class', (length, diameter, weight, pence) => {
  const tubed = quoteFor('2', { packaging: 'tube', weight, sides: tube(length, diameter) })
  expect(tubed?.charges.total_charge).toBe(pence)
})

test('a letter has two lines of service indicator, a parcel has none', () => {
  expect(quoteFor('1', { packaging: 'large_letter' })?.meta_data).toEqual({
    tracking: false,
    tracking_type: 'none',
    tracking_service: '',
    vsi: true,
    vsi_line1: '1ST CLASS',
    vsi_line2: 'LARGE LETTER',
  })
  expect(quoteFor('2', { packaging: 'small_parcel' })?.meta_data).toMatchObject({ vsi: false, vsi_line1: '' })
})

function offered(change: Change) {
  const { quotes, unavailable } = rated(change)
  const totals = quotes.map(({ charges }) => charges.total_charge as number)
  expect(totals).toEqual(totals.toSorted((a, b) => a - b))
  return [
    Object.fromEntries(quotes.map(({ service, charges }) => [service.code, charges.total_charge])),
    Object.fromEntries(unavailable.map(({ service, code }) => [service, code])),
  ]
}

function tube(length: number, diameter: number) {
  return mm(length, diameter, diameter)
}
