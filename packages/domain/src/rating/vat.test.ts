import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumPence, toPence, vatIncludedIn } from '../money.ts'
import type { ServiceCode } from '../catalogue/services.ts'
import { option, quoteFor, rated, type Change } from '../testing/rating-scene.ts'
import { carrierSharesOf, shareOf, sumByGroup, vatSharesOf, normaliseVatNumber } from './vat.ts'

const sharesOf = (service: ServiceCode, change: Change) =>
  vatSharesOf(quoteFor(service, change)!.explanation).map(({ group, net, vat, gross }) => [group, net, vat, gross])

describe('splits a price for VAT', () => {
  test.each<[string, ServiceCode, Change, unknown[]]>([
    ['a stamped letter is exempt', '1', {}, [['exempt', 180, 0, 180]]],
    [
      'Tracked includes VAT at 20 %',
      'TR48S',
      { packaging: 'small_parcel', options: option('signature') },
      [['standard', 437, 88, 525]],
    ],
    [
      'a letter abroad includes none',
      'IS',
      { country: 'FR', options: option('international_standard') },
      [['zero_or_exempt', expect.any(Number), 0, expect.any(Number)]],
    ],
    [
      'a handling charge has no stated VAT',
      '1',
      { handling_charge: toPence(75) },
      [
        ['exempt', 180, 0, 180],
        ['outside', 75, 0, 75],
      ],
    ],
    [
      'postage of the user’s own value is exempt',
      'frank_pay',
      { options: option('frank_pay', { amount: toPence(150) }) },
      [['exempt', 150, 0, 150]],
    ],
  ])('%s', (_rule, service, change, shares) => expect(sharesOf(service, change)).toEqual(shares))

  test('the shares add up to the price, and net and VAT to the gross', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 5000 }), (weight, handling) => {
        const quote = quoteFor('1', { weight, handling_charge: toPence(handling) })!
        const shares = vatSharesOf(quote.explanation)
        expect(sumPence(...shares.map(({ gross }) => gross))).toBe(quote.charges.total_charge)
        for (const { net, vat, gross } of shares) expect(net + vat).toBe(gross)
      }),
    )
  })

  test.each([
    ['tracked', option('tracked')],
    [
      'guaranteed on Saturday, with cover',
      option('special_delivery', { saturday: true, consequential_loss_gbp: 1000 }),
    ],
  ])('a parcel %s: its quote has the VAT of its taxed share', (_case, options) => {
    const change = { packaging: 'small_parcel', weight: 500, options, with_pickup: true, pickup_fee: 99 } as const
    const taxed = rated({ ...change, handling_charge: toPence(200) }).quotes.filter(({ charges }) => charges.vat > 0)
    expect(taxed.length).toBeGreaterThan(0)
    for (const { charges, explanation } of taxed) {
      const share = vatSharesOf(explanation).find(({ group }) => group === 'standard')!
      expect([share.vat, vatIncludedIn(share.gross)]).toEqual([charges.vat, charges.vat])
    }
  })

  test('sums the shares of each group', () => {
    const shares = [shareOf('standard', toPence(120), toPence(20)), shareOf('exempt', toPence(5))]
    expect(sumByGroup([...shares, ...shares])).toEqual([
      shareOf('standard', toPence(240), toPence(40)),
      shareOf('exempt', toPence(10)),
    ])
  })
})

test.each([
  ['GB 980 7806 84', 'GB980780684'],
  ['gb980780684', 'GB980780684'],
  ['980780684', 'GB980780684'],
  ['GB980780684001', 'GB980780684001'],
  ['GB 980 7806 85', undefined],
  ['GB 98078068', undefined],
  ['FR 980780684', undefined],
  ['', undefined],
])('the VAT number %s is written %s', (typed, written) => expect(normaliseVatNumber(typed)).toBe(written))

describe('splits a carrier’s charge for VAT', () => {
  const lines = quoteFor('TR48S', {
    packaging: 'small_parcel',
    options: option('signature'),
    handling_charge: toPence(75),
  })!.explanation
  test.each([
    ['the price of two items, without the organisation’s fee', 2, 1050, [['standard', 874, 176, 1050]]],
    ['less than the price, in proportion', 1, 500, [['standard', 416, 84, 500]]],
    ['a reduction alone', 1, 25, [['standard', 21, 4, 25]]],
  ])('%s', (_what, items, charged, expected) => {
    const shares = carrierSharesOf(lines, items, toPence(charged))
    expect(shares.map(({ group, net, vat, gross }) => [group, net, vat, gross])).toEqual(expected)
  })

  test('the shares add up to any charge', () => {
    const picked = quoteFor('TR48S', { packaging: 'small_parcel', options: option('signature') })!.explanation
    const pickup = { ...picked[0]!, code: 'pickup' as const, amount: toPence(333) }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100_000 }), (items, charged) => {
        const shares = carrierSharesOf([...picked, pickup], items, toPence(charged))
        expect(sumPence(...shares.map(({ gross }) => gross))).toBe(charged)
      }),
    )
  })
})
