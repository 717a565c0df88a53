import { expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { headersOf, refusalOf } from './error-handler.ts'

const withStatus = (statusCode: number, code?: string) => Object.assign(new Error('no'), { statusCode, code })

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'internal_error'],
  ['null', null, 'internal_error'],
  ['a text', 'no', 'internal_error'],
  ['an error', new Error('no'), 'internal_error'],
  ['a redirect', withStatus(399), 'internal_error'],
  ['a request that Fastify cannot use', withStatus(400), 'invalid_request'],
  ['another one', withStatus(499), 'invalid_request'],
  ['a failure of Fastify', withStatus(500), 'internal_error'],
  ['a body that is too large', withStatus(413), 'body_too_large'],
  ['another media type', withStatus(415), 'unsupported_media_type'],
  ['no route', withStatus(404), 'not_found'],
  ['no JSON at all', withStatus(400, 'FST_ERR_CTP_EMPTY_JSON_BODY'), 'malformed_json'],
  ['half of JSON', withStatus(400, 'FST_ERR_CTP_INVALID_JSON_BODY'), 'malformed_json'],
  ['a body that cannot be parsed', Object.assign(new SyntaxError('no'), { statusCode: 400 }), 'malformed_json'],
  ['a fault in our own JSON', new SyntaxError('no'), 'internal_error'],
  ['a refusal of ours', new AppError('too_many_shops'), 'too_many_shops'],
])('%s is answered with a code of ours', (_what, error, code) => {
  expect(refusalOf(error).code).toBe(code)
})

test.each([
  [new AppError('not_found'), {}],
  [new AppError('session_expired'), { 'www-authenticate': 'Bearer' }],
  [new AppError('try_again', { retryAfterS: 0 }), { 'retry-after': '0' }],
  [
    new AppError('not_found', { replayed: true, retryAfterS: 2 }),
    { 'retry-after': '2', 'idempotent-replayed': 'true' },
  ],
])('%s has the headers %j', (error, headers) => {
  expect(headersOf(error)).toEqual(headers)
})
