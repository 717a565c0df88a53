import { describe, expect, test } from 'vitest'
import { FRIDAY } from '../testing/rating-scene.ts'
import { aContractRow, contractWith, pricesOf, writtenContract } from '../testing/contracts.ts'
import { checkContract, type CheckedContract } from './contract-check.ts'
import type { ContractRow } from './contract-list.ts'
import { priceListFor } from './price-list.ts'

const ONLINE = priceListFor('online', FRIDAY)
const DAY = '2026-12-01'
/** Second class at a discount, whole. */
const SECOND = pricesOf(['2'], ({ price }) => ({ price: price - 10 }))

const check = (rows: readonly ContractRow[], before: Parameters<typeof checkContract>[3] = ONLINE): CheckedContract =>
  checkContract(writtenContract(rows), DAY, ONLINE, before)
const errorsIn = (checked: CheckedContract) => (checked.ok ? [] : checked.errors)

test('a whole service at other prices is accepted, with what changes', () => {
  expect(check(SECOND)).toEqual({
    ok: true,
    rows: SECOND,
    remarks: [],
    changes: { cheaper: SECOND.length, dearer: 0, same: 0, added: 0, not_offered: 0, published_again: [] },
  })
})

test('is compared with the contract before it', () => {
  const before = contractWith([...SECOND, aContractRow({ service: 'TR48' })])
  const checked = check(SECOND, before)
  expect(checked.ok && checked.changes).toMatchObject({ same: SECOND.length, published_again: ['TR48'] })
})

describe('finds the row and column', () => {
  const changed = (at: number, change: Record<string, string>) =>
    checkContract(
      writtenContract(SECOND).map((row, index) => (index === at ? { ...row, ...change } : row)),
      DAY,
      ONLINE,
      ONLINE,
    )
  const heavier = SECOND.findIndex(({ from_g }) => from_g > 1)
  test.each([
    ['service', { service: '3' }, 'unreadable'],
    ['zone', { zone: 'MARS' }, 'unreadable'],
    ['price_pence', { price_pence: '2.50' }, 'unreadable'],
    ['price_pence', { price_pence: '0' }, 'unreadable'],
    ['vat', { vat: 'reduced' }, 'unreadable'],
    ['service', { zone: 'W1' }, 'not_sold'],
    ['min_weight_g', { min_weight_g: '1' }, 'band'],
    ['price_pence', { price_pence: '1' }, 'price_falls'],
    ['vat', { vat: 'standard_included' }, 'vat'],
    ['vat', { vat: 'zero_or_exempt' }, 'vat'],
  ])('of a wrong %s %j', (column, change, code) => {
    expect(errorsIn(changed(heavier, change))).toContainEqual(expect.objectContaining({ code, column, row: heavier }))
  })

  test('of a price that is there twice', () => {
    expect(errorsIn(check([...SECOND, SECOND[0]!])).map(({ code, row }) => [code, row])).toContainEqual([
      'duplicate',
      SECOND.length,
    ])
  })
})

test('an empty list is refused', () => expect(errorsIn(check([]))).toEqual([{ code: 'empty' }]))

describe('what a named service would lose', () => {
  const letters = SECOND.filter(({ format }) => format === 'letter')
  const others = SECOND.filter(({ format }) => format !== 'letter')

  test('is an error', () => {
    expect(errorsIn(check(letters))).toHaveLength(others.length)
    expect(errorsIn(check(letters))[0]).toMatchObject({ code: 'off_sale' })
  })

  test('is none where the contract says that it is not offered', () => {
    const checked = check([...letters, ...others.map((row) => ({ ...row, price: null }))])
    expect(checked.ok && checked.changes.not_offered).toBe(others.length)
  })

  test('counts each level of compensation', () => {
    const insured = pricesOf(['SD'], () => ({}))
    expect(errorsIn(check(insured.filter(({ compensation_gbp }) => compensation_gbp !== 2500)))[0]).toMatchObject({
      code: 'off_sale',
    })
  })
})

test('an account may pay VAT where a stamp is exempt', () => {
  expect(check(pricesOf(['SD'], ({ price }) => ({ price: price * 2, vat: 'standard_included' }))).ok).toBe(true)
})

test('fees that differ within it are remarks', () => {
  const signed = pricesOf(['1', '1SF'], ({ service, to_g, price }) => ({
    price: service === '1SF' && to_g === 100 ? price - 1 : price,
  }))
  const checked = check(signed)
  expect(checked.ok && checked.remarks.map(({ code }) => code)).toContain('signed_for')
})

test('a whole price list is checked quickly', () => {
  // some published prices of IT fall with the weight
  const all = pricesOf([...new Set(ONLINE.rows.map(({ service }) => service))], () => ({})).filter(
    ({ service }) => service !== 'IT',
  )
  const began = performance.now()
  const checked = check(all)
  expect(checked.ok).toBe(true)
  expect(performance.now() - began).toBeLessThan(2_000)
})
