import { issueToken } from '@postroom/contract/auth'
import { getBalance, listServices } from '@postroom/contract/carrier'
import { rateShipment } from '@postroom/contract/rate'
import { describe, expect, it } from 'vitest'
import { bodyOf, mediaTypeOf, pathOf } from './request-parts.ts'

describe('the URL of a call', () => {
  it('contains its parameters', () =>
    expect(pathOf(getBalance, { accountId: 'a/b c' })).toBe('/stamp/v1/carrieraccount/a%2Fb%20c/balance'))

  it('omits missing parameters of the query', () =>
    expect(pathOf(listServices, { carrier: 'RM' }, { destination: 'JE', service: undefined })).toBe(
      '/stamp/v1/carriers/RM/services?destination=JE',
    ))

  it.each([[{}], [{ accountId: '' }], [{ accountId: undefined }]])('throws for a missing id: %o', (params) =>
    expect(() => pathOf(getBalance, params)).toThrow('getBalance needs accountId'),
  )
})

it('encodes token calls as a form, others as JSON', () => {
  expect(String(bodyOf(issueToken, { grant_type: 'password', username: 'a&b' }))).toBe(
    'grant_type=password&username=a%26b',
  )
  expect(bodyOf(rateShipment, { options: [] })).toBe('{"options":[]}')
  expect(bodyOf(getBalance, undefined)).toBeUndefined()
})

it.each([
  ['json', { a: 1 }, '{"a":1}', 'application/json'],
  ['form', { a: 1, b: undefined, c: true }, 'a=1&c=true', 'application/x-www-form-urlencoded'],
  ['csv', 'a;b\n', 'a;b\n', 'text/csv; charset=utf-8'],
  ['xml', '<a/>', '<a/>', 'application/xml; charset=utf-8'],
] as const)('encodes a body of the type %s', (bodyType, body, encoded, mediaType) => {
  expect(String(bodyOf({ id: 'x', bodyType }, body))).toBe(encoded)
  expect(mediaTypeOf({ bodyType })).toBe(mediaType)
})

it('fills in each parameter of a path, and adds a query only when it has a value', () => {
  const call = { id: 'x', path: '/{a}/of/{b}' } as const
  expect(pathOf(call, { a: '1', b: '2' }, { c: undefined })).toBe('/1/of/2')
  expect(pathOf(call, { a: '1', b: '2' }, { c: 0, d: false })).toBe('/1/of/2?c=0&d=false')
})
