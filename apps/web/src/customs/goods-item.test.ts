import type { KeptGoods } from '@postroom/contract/goods'
import { expect, it } from 'vitest'
import { emptyCustomsItem } from '../item-form/customs-form.ts'
import { goodsWith, isUntouched, itemOf } from './goods-item.ts'

const GOODS: KeptGoods = {
  id: 'a',
  description: 'Théière, 2 cups',
  weight: { value: 310, units: 'G' },
  value: 18_05,
  hs_code: '691110',
  origin_country: 'GB',
  sku: 'TP-2',
  manufacturer_id: '',
}

it.each([
  [{}, { weight: '310', value: '18.05' }],
  [
    { weight: { value: 1.5, units: 'KG' as const }, value: 3_00 },
    { weight: '1.5 kg', value: '3.00' },
  ],
])('kept goods are an item as if it had been typed: %o', (change, texts) => {
  const { id: _id, ...goods } = GOODS
  expect(itemOf({ ...GOODS, ...change })).toEqual({ ...goods, quantity: '1', ...texts })
})

it.each([
  [{}, true],
  [{ quantity: '4', origin_country: 'IN', sku: 'x' }, true],
  [{ weight: ' ', description: '\t' }, true],
  [{ description: 'x' }, false],
  [{ weight: '1' }, false],
  [{ value: '1' }, false],
  [{ hs_code: '1' }, false],
])('an item with %o is untouched: %s', (change, is) =>
  expect(isUntouched({ ...emptyCustomsItem(), ...change })).toBe(is),
)

it.each([
  ['', true],
  ['the', true],
  ['THÉ cup', true],
  ['theiere 2', true],
  ['6911', true],
  ['tp', true],
  ['eiere', false],
  ['the spoon', false],
])('goods are found by %o: %s', (typed, is) => expect(goodsWith([GOODS], typed)).toHaveLength(is ? 1 : 0))
