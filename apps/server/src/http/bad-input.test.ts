import type { ErrorBody } from '@postroom/contract/errors'
import { errorBodySchema, ERRORS } from '@postroom/contract/errors'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { requestOf } from '../testing/every-call.ts'
import { testApp, tokenRequest, type TestApp } from '../testing/test-app.ts'

import { contractEndpoints } from './open-api/contract-endpoints.ts'
import { exampleRequest } from './open-api/example.ts'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await testApp()
  token = (await server.signIn()).token
})
afterAll(() => server.close())

const RATE = '/api/stamp/v1/shipment/rate'
const ACCOUNTS = '/api/stamp/v1/carrieraccount'
const json = { 'content-type': 'application/json' }
const signedIn = () => ({ authorization: `Bearer ${token}` })
const send = (request: InjectOptions) =>
  server.app.inject({ ...request, headers: { ...signedIn(), ...(request.headers as Record<string, string>) } })
const post = (payload: string, headers: Record<string, string> = json): InjectOptions => ({
  method: 'POST',
  url: RATE,
  headers,
  payload,
})

const item = { shipping_date: '2026-11-23', parcels: [{ packaging: 'letter', weight: { value: 20 } }] }
const itemWith = (changes: object) => JSON.stringify({ ...item, ...changes })
const weighing = (value: string) =>
  `{"shipping_date":"2026-11-23","parcels":[{"packaging":"letter","weight":{"value":${value}}}]}`

/** A sign-in with a password so long that the body has this many bytes. */
const formOf = (bytes: number): InjectOptions =>
  tokenRequest({ password: 'x'.repeat(bytes - (tokenRequest({ password: '' }).payload as string).length) })

describe('an invalid request is refused with a code, never with 500', () => {
  test.each<[string, InjectOptions, keyof typeof ERRORS]>([
    ['half a JSON body', post('{"parcels":'), 'malformed_json'],
    ['no body', post('', json), 'malformed_json'],
    ['NaN', post(weighing('NaN')), 'malformed_json'],
    ['__proto__ in the body', post('{"__proto__":{"plan":"full"}}'), 'malformed_json'],
    ['a constructor in the body', post('{"constructor":{"prototype":{"plan":"full"}}}'), 'malformed_json'],
    ['a number beyond the range of doubles', post(weighing('1e309')), 'invalid_request'],
    ['a negative weight', post(weighing('-1')), 'invalid_request'],
    ['a weight in words', post(weighing('"20"')), 'invalid_request'],
    ['null', post('null'), 'invalid_request'],
    ['a list', post('[]'), 'invalid_request'],
    ['an unknown field', post(itemWith({ discount: 5 })), 'invalid_request'],
    ['a day that does not exist', post(itemWith({ shipping_date: '2026-02-30' })), 'invalid_request'],
    ['more than 1 MiB', post(`"${'x'.repeat(1024 * 1024)}"`), 'body_too_large'],
    [
      'a form where JSON is expected',
      post('a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      'unsupported_media_type',
    ],
    ['plain text', post('{}', { 'content-type': 'text/plain' }), 'unsupported_media_type'],
    ['an unknown content type', post('{}', { 'content-type': 'a' }), 'unsupported_media_type'],
    ['JSON where a form is expected', { ...tokenRequest(), headers: json, payload: '{}' }, 'unsupported_media_type'],
    ['a form of 16 KiB', formOf(16 * 1024), 'invalid_request'],
    ['a form of one byte more', formOf(16 * 1024 + 1), 'body_too_large'],
    [
      'a form field twice',
      { ...tokenRequest(), payload: 'grant_type=password&grant_type=password' },
      'invalid_request',
    ],
    ['a parameter twice', { url: `${ACCOUNTS}?start=1&start=2` }, 'invalid_request'],
    ['an unknown parameter', { url: `${ACCOUNTS}?colour=red` }, 'invalid_request'],
    ['a negative start', { url: `${ACCOUNTS}?start=-1` }, 'invalid_request'],
    ['a length of 101', { url: `${ACCOUNTS}?length=101` }, 'invalid_request'],
    ['SQL as the sort order', { url: `${ACCOUNTS}?orderBy=name;drop%20table%20account` }, 'invalid_request'],
    ['an id that is not a UUID', { url: `${ACCOUNTS}/1/balance` }, 'invalid_request'],
    ['a malformed path', { url: '/api/stamp/v1/shipment/%' }, 'invalid_request'],
    ['an unknown path', { url: '/api/nowhere' }, 'not_found'],
    ['a method that is not served', { method: 'DELETE', url: ACCOUNTS }, 'not_found'],
    ['another site', { url: ACCOUNTS, headers: { 'sec-fetch-site': 'same-site' } }, 'cross_site_request'],
  ])('%s', async (_case, request, code) => {
    const answer = await send(request)
    const body = answer.json<ErrorBody>()
    expect(body.code).toBe(code)
    expect(answer.statusCode).toBe(ERRORS[code].status)
    expect(errorBodySchema.strict().safeParse(body).error).toBeUndefined()
    expect(body.request_id).toMatch(/^[\da-f-]{36}$/)
    expect(answer.body).not.toMatch(/ at |node_modules|select|stack/)
  })

  it('refuses parameters with text that the database cannot store, or with the last possible date', async () => {
    const { data } = (await send({ url: ACCOUNTS })).json<{ data: { id: string }[] }>()
    const faults: string[] = []
    for (const endpoint of contractEndpoints())
      for (const name of Object.keys(endpoint.query?.shape ?? {}))
        for (const value of ['\u0000', '9999-12-31']) {
          const { params, query, ...call } = exampleRequest(endpoint)
          if ('accountId' in params) params['accountId'] = data[0]!.id
          const request = requestOf(endpoint, { ...call, params, query: { ...query, [name]: value } })
          if ((await send(request)).statusCode >= 500) faults.push(`${endpoint.id}: ${name}=${JSON.stringify(value)}`)
        }
    expect(faults).toEqual([])
  })

  it('names the invalid fields', async () => {
    const answer = await send(post('{"parcels":[{"packaging":"box"}],"colour":"red"}'))
    const fields = answer.json<ErrorBody>().fields?.map(({ field, code }) => [field, code])
    expect(fields).toEqual(
      expect.arrayContaining([
        ['shipping_date', 'required'],
        ['parcels.0.packaging', 'not_allowed'],
        ['parcels.0.weight', 'required'],
        ['colour', 'unknown_field'],
      ]),
    )
  })

  it('authenticates the caller before it validates the request', async () => {
    const answer = await server.app.inject(post('{"parcels":'))
    expect(answer.statusCode).toBe(401)
  })
})
