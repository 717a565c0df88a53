import { expect, test } from 'vitest'
import { prove } from './prove.ts'

const identity = { publicKey: 'key', sign: (text: string) => `signed ${text}` }

test('signs the time and a nonce of 128 bits, which is new each time', () => {
  const first = prove(identity, (issuedAt, nonce) => `${issuedAt} ${nonce}`)
  expect(first.signature).toBe(`signed ${first.issued_at} ${first.nonce}`)
  expect(Math.abs(Date.parse(first.issued_at) - Date.now())).toBeLessThan(60_000)
  expect(Buffer.from(first.nonce, 'base64url')).toHaveLength(16)
  expect(prove(identity, () => '').nonce).not.toBe(first.nonce)
})
