import { describe, expect, test } from 'vitest'
import {
  ADDRESS_CSV_COLUMNS,
  addressDraftSchema,
  importAddresses,
  listAddresses,
  searchAddresses,
} from './address-book.ts'
import { lookUpAddress, validateAddress } from './address-calls.ts'
import { postalAddressSchema } from './address.ts'
import { listOf, testBounds, testKept, text } from './testing/bounds.ts'

const ADDRESS = { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }

describe('a postal address', () => {
  testBounds(postalAddressSchema, ADDRESS, [
    ['name', [text(80)], [text(81)]],
    ['company_name', [text(64)], [text(65)]],
    ['address1', ['x', text(80)], ['', text(81), undefined]],
    ['address2', ['', text(80)], [text(81)]],
    ['address3', ['', text(80)], [text(81)]],
    ['city', ['x', text(40)], ['', text(41), undefined]],
    ['state_province', ['', text(40)], [text(41)]],
    ['phone1', ['', '1234567'], [text(26), '1'.repeat(26)]],
    ['email', ['', `${text(48)}@example.com`], [`${text(49)}@example.com`, 'a']],
    ['fax', [], ['1234567']],
  ])
  testKept(postalAddressSchema, ADDRESS, [
    ['name', '  Idris\u200b Pembroke ', 'Idris Pembroke'],
    ['address1', '17 Chalcot\u00ad Road', '17 Chalcot Road'],
  ])
})

describe('a saved address', () => {
  test('is by default private, untagged and not residential', () => {
    const defaults = { code: '', isResidential: false, visibility: 'Private', tags: [] }
    expect(addressDraftSchema.parse(ADDRESS)).toMatchObject(defaults)
  })
  testBounds(addressDraftSchema, ADDRESS, [
    ['code', ['', text(40)], [text(41)]],
    ['isResidential', [true], ['true']],
    ['visibility', ['Private', 'Public'], ['private']],
    ['tags', [[], listOf(20, 'a'), [text(40)]], [listOf(21, 'a'), [''], [text(41)], ['a;b']]],
  ])
})

test('the CSV file has a column for each field of a saved address', () => {
  expect([...ADDRESS_CSV_COLUMNS].toSorted()).toEqual(Object.keys(addressDraftSchema.shape).toSorted())
})

describe('searches', () => {
  testBounds(listAddresses.query, {}, [
    ['q', ['', text(100)], [text(101)]],
    ['visibility', ['Public'], ['all']],
    ['orderBy', ['name', 'company_name', 'code', 'city', 'postal_code'], ['id']],
  ])
  test('by no tag find every address', () => {
    expect(searchAddresses.body.parse({})).toEqual({ tags: [] })
  })
  testBounds(searchAddresses.body, {}, [['tags', [listOf(20, 'a')], [listOf(21, 'a')]]])
  test('an import is not a preview by default', () => {
    expect(importAddresses.query.parse({})).toEqual({ preview: 'false' })
  })
  test('a look-up defaults to the United Kingdom', () => {
    const nothing = { city: '', postal_code: '', state_province: '', id: '' }
    expect(lookUpAddress.query.parse({})).toEqual({ country: 'GB', ...nothing })
  })
  testBounds(lookUpAddress.query, {}, [
    ['country', ['FR'], ['FRA']],
    ['city', [text(40)], [text(41)]],
    ['postal_code', [text(15)], [text(16)]],
    ['state_province', [text(40)], [text(41)]],
    ['id', [text(100)], [text(101)]],
  ])
  testBounds(validateAddress.query, {}, [['validator', ['offline', 'http'], ['online']]])
})
