import { expect, test } from 'vitest'
import { toPence } from '../money.ts'
import type { ServiceCode } from '../catalogue/services.ts'
import { factsOf, FRIDAY, mm, option, quoteFor, type Change } from '../testing/rating-scene.ts'
import { priceListFor } from '../tariffs/price-list.ts'
import { rate } from './rating.ts'

const small = { packaging: 'small_parcel' } as const

test.each<[string, ServiceCode, Change, unknown]>([
  [
    'a thin small parcel as a letter',
    '2',
    { ...small, sides: mm(200, 100, 5) },
    { packaging: 'letter', total_charge: 91 },
  ],
  [
    'a medium parcel as a small one',
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
    'nothing without a size',
    '2SF',
    { packaging: 'medium_parcel', options: option('signed_for'), list: 'post_office' },
    undefined,
  ],
  [
    'nothing for a small parcel that is too thick for a letter',
    '2',
    { ...small, sides: mm(200, 100, 26), list: 'post_office' },
    undefined,
  ],
  [
    'nothing for a tube, which has its own rule',
    '2',
    { packaging: 'tube', sides: mm(440, 90, 90), list: 'post_office' },
    undefined,
  ],
  ['tracked, which is cheaper and better than 2nd Class online', '2', small, { service: 'TR48', total_charge: 365 }],
  ['a service as fast as 1st Class', '1', small, { service: 'TR24', total_charge: 465 }],
  [
    'neither a service without signature in place of one with it, nor a price that is not confirmed',
    '1SF',
    { ...small, options: option('signed_for') },
    undefined,
  ],
  [
    'nothing in place of special delivery, which has the most compensation',
    'SD',
    { ...small, options: option('special_delivery') },
    undefined,
  ],
  [
    'no Saturday delivery in place of 9am, because nobody may be there on a Saturday',
    'SD9AM',
    { ...small, options: option('special_delivery'), list: 'post_office' },
    undefined,
  ],
  [
    'tracked to the United States, with duties handled by both services',
    'IS',
    { packaging: 'parcel', weight: 1200, country: 'US', options: option('international_standard') },
    { service: 'IT', total_charge: 2070 },
  ],
  [
    'not the cheaper Signed to Brazil, which is tracked only within the United Kingdom',
    'IT',
    { packaging: 'parcel', weight: 1000, country: 'BR', options: option('international_tracked') },
    undefined,
  ],
  [
    'a service with the same compensation',
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
    'a service with the same fees',
    '2',
    { ...small, handling_charge: toPence(100) },
    { service: 'TR48', total_charge: 465 },
  ],
  [
    'nothing in place of the user’s own postage value',
    'frank_pay',
    { ...small, options: option('frank_pay', { amount: toPence(5000) }) },
    undefined,
  ],
])('%s', (_rule, service, change, advice) => {
  expect(quoteFor(service, change)?.meta_data.advice).toEqual(advice)
})

test('never advises a service that the plan may not buy', () => {
  const facts = factsOf({ ...small, options: option('signed_for') })
  const answer = rate(facts, priceListFor('online', FRIDAY), FRIDAY, { plan: 'lite' })
  expect(answer.ok && answer.quotes.map(({ meta_data }) => meta_data.advice)).toEqual([undefined, undefined])
})
