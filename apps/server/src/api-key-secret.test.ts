import { expect, it } from 'vitest'
import { isMeantAsApiKey, isWholeApiKey, newApiKeySecret, startOf } from './api-key-secret.ts'
import { newSecret } from './secret-token.ts'

it('a secret is recognised, and any one wrong character is found', () => {
  const secret = newApiKeySecret()
  expect(secret).toMatch(/^prk_[\w-]{51}$/)
  expect([isMeantAsApiKey(secret), isWholeApiKey(secret)]).toEqual([true, true])
  for (let place = 0; place < secret.length; place++) {
    const typed = `${secret.slice(0, place)}${secret[place] === 'a' ? 'b' : 'a'}${secret.slice(place + 1)}`
    expect(isWholeApiKey(typed), typed).toBe(false)
  }
  expect(isWholeApiKey(secret.slice(0, -1))).toBe(false)
  expect(isWholeApiKey(`${secret}0`)).toBe(false)
})

it('no two secrets are alike, and what people see of one is little', () => {
  const secrets = Array.from({ length: 100 }, newApiKeySecret)
  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) expect(secret).toMatch(/^prk_[\w-]{43}[0-9a-f]{8}$/)
  expect(startOf(secrets[0]!)).toBe(secrets[0]!.slice(0, 10))
})

it('the token of a session is not taken for a key, even when it begins like one', () => {
  expect(isMeantAsApiKey(newSecret())).toBe(false)
  expect(isMeantAsApiKey(`prk_${newSecret().slice(4)}`)).toBe(false)
})
