import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint, type Endpoint } from './endpoint.ts'
import { errorCodesOf } from './error-codes.ts'

const PLAIN = endpoint({
  id: 'plain',
  method: 'GET',
  path: '/plain',
  summary: 'A plain call',
  tag: 'auth',
  auth: 'session',
  responses: {},
  errors: [],
})
const EVERY = ['api_key_not_allowed', 'cross_site_request', 'internal_error', 'invalid_request', 'try_again']

test('lists the error codes of every call in alphabetical order, each once', () => {
  expect(errorCodesOf(PLAIN)).toEqual([...EVERY, 'session_expired'].toSorted())
  expect(errorCodesOf({ ...PLAIN, errors: ['try_again', 'not_found'] })).toEqual(
    [...EVERY, 'session_expired', 'not_found'].toSorted(),
  )
})

test.each<[string, Partial<Endpoint>, string[]]>([
  ['that needs a plan', { plan: 'full' }, ['not_in_plan']],
  ['that needs a permission', { permission: 'shipping' as never }, ['permission_denied']],
  ['with an id in its path', { params: z.object({}) }, ['not_found']],
  ['with a body', { body: z.object({}) }, ['body_too_large', 'malformed_json', 'unsupported_media_type']],
  ['that a scope opens to API keys', { scope: 'rates' }, ['api_key_invalid', 'too_many_requests']],
  ['that changes something', { method: 'POST' }, ['xsrf_token_invalid']],
])('a call %s has further error codes', (_case, change, more) => {
  expect(errorCodesOf({ ...PLAIN, ...change })).toEqual([...EVERY, 'session_expired', ...more].toSorted())
})

test('a call without a session has too_many_requests instead of session_expired', () => {
  expect(errorCodesOf({ ...PLAIN, auth: 'public' })).toEqual([...EVERY, 'too_many_requests'].toSorted())
})
