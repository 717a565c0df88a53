import { expect, it } from 'vitest'
import { scramVerifier } from './scram-verifier.ts'

it('is what PostgreSQL stores for the password', () => {
  // by `create role … password 'pencil'` of PostgreSQL itself, which chose the salt
  const salt = Buffer.from('3Uqi88VKoFuLg9fZtA+CTA==', 'base64')
  expect(scramVerifier('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:3Uqi88VKoFuLg9fZtA+CTA==$i/YlqpNkG4a9Gp0R/4VEnk6WVMo4uX7WppZRWYcmwNQ=:5Y+yQpKSf4590yDxyxox2WciPcOneF6++1qX0Vw+ZzA=',
  )
})

it('has another salt of 16 bytes each time', () => {
  const [first, second] = [scramVerifier('pencil'), scramVerifier('pencil')]
  expect(first).not.toBe(second)
  expect(Buffer.from(/:(.+?)\$/.exec(first)![1]!, 'base64')).toHaveLength(16)
})
