import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { vatSharesOf } from '../rating/vat.ts'
import { rate, rateEvery, type Rated } from '../rating/rating.ts'
import { SERVICE_CODES } from '../catalogue/services.ts'
import { sumPence } from '../money.ts'
import { aContractRow, contractWith, pricesOf } from '../testing/contracts.ts'
import { factsOf, FRIDAY, linesOf, option, type Change } from '../testing/rating-scene.ts'
import { runs } from '../testing/sweep.ts'
import { channelOf } from './channels.ts'
import { contractOn, listPricing } from './contract-list.ts'
import { priceListFor } from './price-list.ts'
import type { PriceList } from './price-row.ts'

const ONLINE = priceListFor('online', FRIDAY)
const LARGE: Change = { packaging: 'large_letter', weight: 80 }

function ratedBy(list: PriceList, change: Change = LARGE): Rated {
  const answer = rateEvery(factsOf(change), list, FRIDAY)
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer
}
const quoted = (list: PriceList, service: string, change?: Change) =>
  ratedBy(list, change).quotes.find((quote) => quote.service.code === service)

describe('a service that a contract names', () => {
  const list = contractWith([aContractRow()])

  test('costs what the contract says, with its VAT, and says what is published', () => {
    const quote = quoted(list, '1')
    expect(linesOf(quote)).toEqual([
      ['postage', 250],
      ['contract_price', 0],
      ['vat_included', 0],
    ])
    expect(quote?.charges).toMatchObject({ total_charge: 250, vat: 42, fees: [] })
    expect(quote?.explanation[1]?.values).toEqual({ published: quoted(ONLINE, '1')?.charges.total_charge })
    expect(vatSharesOf(quote!.explanation)).toMatchObject([{ group: 'standard', gross: 250, vat: 42 }])
    expect(quote?.tariff).toEqual({
      id: 'online-contract-c1',
      effective_from: '2026-11-01',
      confidence: 'high',
      sources: ['contract of the account'],
    })
    expect(channelOf(quote!.tariff)).toBe('online')
  })

  test('is not sold beyond it: at no other weight, nor in a format that is not offered', () => {
    expect(quoted(list, '1', { ...LARGE, weight: 101 })).toBeUndefined()
    const without = contractWith([aContractRow(), aContractRow({ format: 'letter', price: null })])
    expect(ratedBy(without, {}).unavailable).toContainEqual({
      service: '1',
      code: 'no_published_price',
      details: { list: 'online-contract-c1', reason: 'The contract of the account does not offer this.' },
    })
  })

  test('leaves the others as published', () => {
    expect(quoted(list, '2')).toEqual(quoted(ONLINE, '2'))
    // Signed For shows the published 1st Class, not that of the contract
    expect(quoted(list, '1SF')).toEqual(quoted(ONLINE, '1SF'))
  })

  test('that is sold nowhere is stated without a published price', () => {
    const bare: PriceList = { ...ONLINE, rows: [] }
    expect(linesOf(quoted(contractWith([aContractRow()], bare), '1'))).toContainEqual(['contract_price_only', 0])
  })
})

describe('fees of a contract', () => {
  const signed = { ...LARGE, options: option('signed_for') }

  test('are the difference of its own prices, never of a published one', () => {
    const only = contractWith([aContractRow({ service: '1SF', price: 400 })])
    const answer = rate(factsOf(signed), only, FRIDAY)
    expect(answer.ok && linesOf(answer.quotes.find(({ service }) => service.code === '1SF'))).toEqual([
      ['postage', 400],
      ['contract_price', 0],
      ['vat_included', 0],
    ])
    const both = contractWith([aContractRow(), aContractRow({ service: '1SF', price: 400 })])
    expect(linesOf(quoted(both, '1SF'))).toContainEqual(['signed_for', 150])
  })

  test('are never below zero, where the better service costs less', () => {
    const list = contractWith([
      aContractRow(),
      aContractRow({ service: '1SF', price: 200 }),
      aContractRow({ service: 'SD', format: 'any', compensation_gbp: 750, price: 900 }),
      aContractRow({ service: 'SD', format: 'any', compensation_gbp: 1000, price: 800 }),
    ])
    expect(linesOf(quoted(list, '1SF'))?.[0]).toEqual(['postage', 200])
    const sd = rate(
      factsOf({ ...LARGE, options: option('special_delivery', { compensation_gbp: 1000 }) }),
      list,
      FRIDAY,
    )
    expect(sd.ok && linesOf(sd.quotes.find(({ service }) => service.code === 'SD'))?.[0]).toEqual(['postage', 800])
  })
})

test('each price is that of one list alone, and the lines add up', () => {
  const named = fc.uniqueArray(fc.constantFrom(...SERVICE_CODES), { maxLength: 6 })
  const place = fc.constantFrom('GB', 'FR', 'US', 'AU', 'DE')
  const packaging = fc.constantFrom('letter', 'large_letter', 'small_parcel', 'parcel', 'medium_parcel')
  fc.assert(
    fc.property(
      named,
      fc.integer({ min: 50, max: 200 }),
      place,
      packaging,
      fc.integer({ min: 1, max: 2500 }),
      (services, percent, country, format, weight) => {
        const rows = pricesOf(services, ({ price }) => ({ price: Math.ceil((price * percent) / 100) }))
        const list = contractWith(rows)
        const alone = { ...list, published: { ...ONLINE, rows: [] } }
        const facts = factsOf({ packaging: format as never, country, weight })
        const [both, mine, theirs] = [list, alone, ONLINE].map((each) => rateEvery(facts, each, FRIDAY))
        if (!both!.ok || !mine!.ok || !theirs!.ok) return
        for (const quote of both!.quotes) {
          const source = list.names.has(quote.service.code) ? mine! : theirs!
          const other = source.quotes.find(({ service }) => service.code === quote.service.code)
          expect(quote.charges).toEqual(other?.charges)
          expect(quote.tariff.id).toBe(listPricing(quote.service.code, list).id)
          expect(sumPence(...quote.explanation.map(({ amount }) => amount))).toBe(quote.charges.total_charge)
          expect(quote.explanation.every(({ amount }) => amount >= 0)).toBe(true)
        }
        const sold = both!.quotes.length
        expect(sold).toBe(theirs!.quotes.length)
      },
    ),
    runs(300),
  )
})

test('the newest contract that has begun is in force', () => {
  const contracts = ['2027-01-04', '2026-11-01', '2026-12-01'].map((effective_from) => ({ effective_from }))
  expect(
    ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01', '2027-06-01'].map(
      (day) => contractOn(contracts, day)?.effective_from,
    ),
  ).toEqual([undefined, '2026-11-01', '2026-11-01', '2026-12-01', '2027-01-04'])
})
