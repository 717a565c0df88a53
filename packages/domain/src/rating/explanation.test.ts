import { expect, test } from 'vitest'
import { toPence } from '../money.ts'
import { priceRows, type Series } from '../tariffs/price-row.ts'
import { EXPLANATION_CODES, feesAmong, postageLine, vatLine } from './explanation.ts'

const SMALL_PARCEL: Series = ['TR24', 'small_parcel', ['UK'], 75, 'exempt', 'high', [], [2000, 445]]

test('a price line of postage names the service, the format and the weights of its price', () => {
  const [row] = priceRows([SMALL_PARCEL])
  expect(postageLine(row!, 'small_parcel')).toEqual({
    code: 'postage',
    description: 'Tracked 24, small parcel, 1–2000 g',
    values: { service: 'TR24', packaging: 'small_parcel', from_g: 1, to_g: 2000, compensation_gbp: 75 },
    amount: 445,
  })
})

test.each([
  ['exempt', 'vat_exempt', 'Exempt from VAT'],
  ['standard_included', 'vat_included', 'VAT at 20% is included'],
  ['zero_or_exempt', 'vat_zero_or_exempt', 'No VAT: post abroad is exempt or zero-rated'],
] as const)('the line of VAT that is %s costs nothing', (status, code, description) => {
  expect(vatLine(status, toPence(91))).toEqual({ code, description, values: { vat: 91 }, amount: 0 })
})

test('the lines that are fees', () => {
  const lines = EXPLANATION_CODES.map((code) => ({ code, description: '', values: {}, amount: toPence(1) }))
  expect(feesAmong(lines).map(({ code }) => code)).toEqual([
    'signed_for',
    'signature',
    'saturday',
    'compensation',
    'consequential_loss',
    'us_duties_handling',
    'pickup',
    'handling_charge',
  ])
})
