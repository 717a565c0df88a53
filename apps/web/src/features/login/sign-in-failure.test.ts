import type { ErrorBody } from '@postroom/contract/errors'
import { fieldError } from '@postroom/contract/field-errors'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { ApiError, NetworkError } from '../../api/api-error.ts'
import { passkeyChallengeIn, twoFactorIn, signInFailure } from './sign-in-failure.ts'

const body = { code: 'invalid_credentials', description: 'The username or password is not right.' }

/** A translation shows its key, unless it has none. */
const t = ((key: string, { defaultValue }: { defaultValue?: string } = {}) =>
  key.endsWith('new_code') ? defaultValue : key) as unknown as TFunction

it.each<[string, Error, string]>([
  [
    '401 shows the translation of the code',
    new ApiError(401, 'Unauthorized', body),
    'backendError.invalid_credentials',
  ],
  [
    '401 with an unknown code shows the server’s text',
    new ApiError(401, 'Unauthorized', { ...body, code: 'new_code' }),
    body.description,
  ],
  [
    '401 with an unknown code and no text shows the code',
    new ApiError(401, 'Unauthorized', { code: 'new_code' } as unknown as ErrorBody),
    'new_code',
  ],
  ['401 from a proxy', new ApiError(401, 'Unauthorized'), '401 - Unauthorized'],
  ['another refusal shows status and text', new ApiError(429, 'Too Many Requests', body), '429 - Too Many Requests'],
  ['a server error shows status and text', new ApiError(503, 'Service Unavailable'), '503 - Service Unavailable'],
  ['no response', new NetworkError(new TypeError('failed')), 'login.network_error'],
])('%s (spec §8)', (_rule, error, text) => expect(signInFailure(error, t)).toBe(text))

it('rethrows an unexpected error', () => {
  const bug = new TypeError('bug')
  expect(() => signInFailure(bug, t)).toThrow(bug)
})

const refusal = (code: ErrorBody['code'], field?: string) =>
  new ApiError(401, 'Unauthorized', {
    code,
    description: 'x',
    ...(field !== undefined && { fields: [fieldError(field, 'required')] }),
  })

it.each<[string, Error | null, ReturnType<typeof twoFactorIn>]>([
  ['a correct password that needs a code', refusal('mfa_required'), 'asked'],
  ['a wrong code', refusal('otp_invalid'), 'refused'],
  ['text that is not a code', refusal('invalid_request', 'otp'), 'refused'],
  ['another field', refusal('invalid_request', 'username'), undefined],
  ['a wrong password', refusal('invalid_credentials'), undefined],
  ['a code the server cannot check', refusal('two_factor_unreadable'), undefined],
  ['no response', new NetworkError(new TypeError('failed')), undefined],
  ['no failure', null, undefined],
])('%s: the state of two-factor is as listed', (_case, error, step) => expect(twoFactorIn(error)).toBe(step))

const challenged = (passkey_challenge: unknown) =>
  new ApiError(401, 'Unauthorized', { ...body, details: { passkey_challenge } } as ErrorBody)

it.each([
  ['a user with a passkey', challenged('c2lnbg'), 'c2lnbg'],
  ['something that is no challenge', challenged(7), undefined],
  ['a user without', new ApiError(401, 'Unauthorized'), undefined],
  ['no response', new NetworkError(new TypeError('failed')), undefined],
  ['no failure', null, undefined],
])('the challenge of %s is %s', (_case, error, challenge) => expect(passkeyChallengeIn(error)).toBe(challenge))
