import { describe, expect, test } from 'vitest'
import { priceListFor } from './price-list.ts'
import { CONFIDENCES, leastConfidence, type Confidence } from './price-row.ts'
import { PRICE_LISTS } from './lists/price-lists.ts'
import { rate } from '../rating/rating.ts'
import { toPence } from '../money.ts'
import { factsOf, FRIDAY, option, quoteFor, type Change } from '../testing/rating-scene.ts'
import type { ServiceCode } from '../catalogue/services.ts'

const special = (more = {}) => option('special_delivery', more)
const typed = (pence: number): Change => ({ options: option('frank_pay', { amount: toPence(pence) }) })
const toUs: Change = {
  packaging: 'parcel',
  weight: 1000,
  country: 'US',
  options: option('international_standard'),
  list: 'post_office',
}

describe('a quote has the confidence and the sources of its figures', () => {
  test.each<[string, ServiceCode, Change, Confidence, string[]]>([
    ['one good source', '1', {}, 'medium', ['verbb/shippy']],
    [
      'independent sources that agree',
      '1',
      { packaging: 'large_letter', list: 'post_office' },
      'high',
      ['wsenjer', 'BigRoyalMail'],
    ],
    ['a derived price', 'SD1PM_SAT', { options: special({ saturday: true }) }, 'low', ['verbb/shippy']],
    [
      'a fee with the confidence of its source',
      'SD',
      { options: special({ consequential_loss_gbp: 1000 }) },
      'low',
      ['verbb/shippy', 'Special Delivery Guaranteed by 9am'],
    ],
    ['a fee beside a price of higher confidence', 'IS', toUs, 'medium', ['wsenjer', 'USA personal updates']],
    ['an amount that the user entered', 'frank_pay', typed(150), 'high', []],
  ])('%s', (_rule, service, change, confidence, sources) => {
    const { tariff } = quoteFor(service, change)!
    expect(tariff.confidence).toBe(confidence)
    for (const source of sources) expect(tariff.sources).toContainEqual(expect.stringContaining(source))
    expect(tariff.sources.length).toBeGreaterThanOrEqual(sources.length)
    if (sources.length === 0) expect(tariff.sources).toEqual([])
  })

  test('every source code of every list has a name', () => {
    const unexplained = PRICE_LISTS.flatMap(({ id, sources, rows }) =>
      rows.flatMap((row) => row.sources.filter((code) => !sources[code]).map((code) => `${id} ${code}`)),
    )
    expect(unexplained).toEqual([])
    expect(PRICE_LISTS.flatMap(({ rows }) => rows).filter((row) => row.sources.length === 0)).toEqual([])
  })
})

describe('the operator decides which prices are sold', () => {
  const saturday = { options: special({ saturday: true }) }
  test.each<[Confidence | undefined, 'sold' | 'price_not_confirmed']>([
    [undefined, 'sold'],
    ['low', 'sold'],
    ['medium', 'price_not_confirmed'],
    ['high', 'price_not_confirmed'],
  ])('of at least %s: a price of low confidence is %s', (least_confidence, expected) => {
    const answer = rate(factsOf(saturday), priceListFor('online', FRIDAY), FRIDAY, {
      ...(least_confidence && { least_confidence }),
    })
    if (!answer.ok) throw new Error(answer.refusal.code)
    const offered = answer.quotes.some(({ service }) => service.code === 'SD1PM_SAT')
    const refused = answer.unavailable.find(({ service }) => service === 'SD1PM_SAT')
    expect(offered ? 'sold' : refused?.code).toBe(expected)
  })

  test('no quoted price has a figure of lower confidence', () => {
    for (const least_confidence of CONFIDENCES) {
      const answer = rate(factsOf({ packaging: 'small_parcel' }), priceListFor('online', FRIDAY), FRIDAY, {
        least_confidence,
      })
      const offered = answer.ok ? answer.quotes.map(({ tariff }) => tariff.confidence) : []
      expect(leastConfidence(...offered, least_confidence)).toBe(least_confidence)
    }
  })
})
