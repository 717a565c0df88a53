import { expect, test } from 'vitest'
import { toPence } from '../money.ts'
import type { ServiceCode } from '../catalogue/services.ts'
import { factsOf, FRIDAY, mm, option, quoteFor, type Change } from '../testing/rating-scene.ts'
import { priceListFor } from '../tariffs/price-list.ts'
import { rate } from './rating.ts'

const small = { packaging: 'small_parcel' } as const

test.each<[string, ServiceCode, Change, unknown]>([
  [
    'a thin small parcel is a letter',
    '2',
    { ...small, sides: mm(200, 100, 5) },
    { packaging: 'letter', total_charge: 91 },
  ],
  [
    'a medium parcel that a small one would hold',
    '2SF',
    {
      packaging: 'medium_parcel',
      weight: 2000,
      sides: mm(450, 350, 160),
      options: option('signed_for'),
      list: 'post_office',
    },
    { packaging: 'small_parcel', total_charge: 585 },
  ],
  [
    'the same without its size',
    '2SF',
    { packaging: 'medium_parcel', options: option('signed_for'), list: 'post_office' },
    undefined,
  ],
  ['a small parcel too thick for less', '2', { ...small, sides: mm(200, 100, 26), list: 'post_office' }, undefined],
  ['a tube keeps its own rule', '2', { packaging: 'tube', sides: mm(440, 90, 90), list: 'post_office' }, undefined],
  ['tracked costs less than 2nd Class online, and gives more', '2', small, { service: 'TR48', total_charge: 365 }],
  ['as quick as 1st Class, no slower', '1', small, { service: 'TR24', total_charge: 465 }],
  [
    'with signature, not without',
    '1SF',
    { ...small, options: option('signed_for') },
    { service: 'TR24S', total_charge: 625 },
  ],
  [
    'no less compensation: nothing beside special delivery',
    'SD',
    { ...small, options: option('special_delivery') },
    undefined,
  ],
  [
    'by 9am is not replaced by Saturday, when nobody may be in',
    'SD9AM',
    { ...small, options: option('special_delivery'), list: 'post_office' },
    undefined,
  ],
  [
    'tracked to the United States, duties handled in both',
    'IS',
    { packaging: 'parcel', weight: 1200, country: 'US', options: option('international_standard') },
    { service: 'IT', total_charge: 2070 },
  ],
  [
    'no less tracking: Signed is cheaper to Brazil, but seen within the United Kingdom only',
    'IT',
    { packaging: 'parcel', weight: 1000, country: 'BR', options: option('international_tracked') },
    undefined,
  ],
  [
    'the same compensation on both sides',
    'IT',
    {
      packaging: 'large_letter',
      weight: 50,
      country: 'AD',
      options: option('international_tracked', { compensation_gbp: 250 }),
    },
    { service: 'ITS', total_charge: 1275 },
  ],
  [
    'the same fees on both sides',
    '2',
    { ...small, handling_charge: toPence(100) },
    { service: 'TR48', total_charge: 465 },
  ],
  [
    'never instead of an own value',
    'frank_pay',
    { ...small, options: option('frank_pay', { amount: toPence(5000) }) },
    undefined,
  ],
])('%s', (_rule, service, change, advice) => {
  expect(quoteFor(service, change)?.meta_data.advice).toEqual(advice)
})

test('nothing is advised that the plan may not buy', () => {
  const facts = factsOf({ ...small, options: option('signed_for') })
  const answer = rate(facts, priceListFor('online', FRIDAY), FRIDAY, { plan: 'lite' })
  expect(answer.ok && answer.quotes.map(({ meta_data }) => meta_data.advice)).toEqual([undefined, undefined])
})
