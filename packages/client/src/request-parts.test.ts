import { issueToken } from '@postroom/contract/auth'
import { getBalance, listServices } from '@postroom/contract/carrier'
import { rateShipment } from '@postroom/contract/rate'
import { describe, expect, it } from 'vitest'
import { bodyOf, pathOf } from './request-parts.ts'

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
