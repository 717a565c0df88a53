import { expect, it } from 'vitest'
import { ApiError, NetworkError } from '../../api/api-error.ts'
import { signInFailure } from './sign-in-failure.ts'

const body = { code: 'invalid_credentials', description: 'The username or password is not right.' }

it.each<[string, Error, string]>([
  ['401 shows the text of the server', new ApiError(401, 'Unauthorized', body), body.description],
  ['401 without a body of ours', new ApiError(401, 'Unauthorized'), '401 - Unauthorized'],
  ['another refusal shows its status', new ApiError(429, 'Too Many Requests', body), '429 - Too Many Requests'],
  ['trouble shows its status', new ApiError(503, 'Service Unavailable'), '503 - Service Unavailable'],
  ['silence', new NetworkError(new TypeError('failed')), 'no network'],
])('%s (spec §8)', (_rule, error, words) => expect(signInFailure(error, 'no network')).toBe(words))

it('does not hide a bug', () => {
  const bug = new TypeError('bug')
  expect(() => signInFailure(bug, 'no network')).toThrow(bug)
})
