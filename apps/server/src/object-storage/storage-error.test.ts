import { expect, it, test } from 'vitest'
import { StorageError } from './storage-error.ts'

const where = { bucket: 'post', endpoint: 'https://s3.example' }
const said = (name: string, parts: object = {}) =>
  Object.assign(new Error('secret words of the storage'), { name, ...parts })
const withStatus = (httpStatusCode: number) => ({ $metadata: { httpStatusCode } })

test.each([
  ['NoSuchBucket', {}, 'The storage has no bucket post. (NoSuchBucket)'],
  ['AccessDenied', withStatus(403), 'The key may not do this in the bucket post. (AccessDenied)'],
  ['CredentialsProviderError', {}, /set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  ['InvalidAccessKeyId', {}, /does not know the key AWS_ACCESS_KEY_ID/],
  ['SignatureDoesNotMatch', {}, /AWS_SECRET_ACCESS_KEY does not belong/],
  ['QuotaExceeded', {}, 'The storage is full. (QuotaExceeded)'],
  ['XMinioStorageFull', withStatus(507), 'The storage is full. (XMinioStorageFull)'],
  ['PreconditionFailed', {}, 'The bucket post has an object of this name already. (PreconditionFailed)'],
  [
    'PermanentRedirect',
    withStatus(301),
    'The bucket post is in another region: set STORAGE_REGION. (PermanentRedirect)',
  ],
  ['AuthorizationHeaderMalformed', {}, /in another region: set STORAGE_REGION/],
  ['BadDigest', {}, /other bytes than were sent/],
  ['XAmzContentSHA256Mismatch', {}, /other bytes than were sent/],
  ['Full', withStatus(507), 'The storage is full. (Full)'],
  ['Odd', withStatus(499), 'The storage refuses the call with the status 499. (Odd)'],
  ['Odd', withStatus(500), 'The storage at https://s3.example cannot be reached. (Odd)'],
  ['TimeoutError', {}, 'The storage at https://s3.example cannot be reached. (TimeoutError)'],
  ['toString', withStatus(400), 'The storage refuses the call with the status 400. (toString)'],
])('%s %j is a sentence', (name, parts, sentence) => {
  const { message } = StorageError.of(said(name, parts), where)
  if (typeof sentence === 'string') expect(message).toBe(sentence)
  else expect(message).toMatch(sentence)
  expect(message).not.toContain('secret')
})

it('the code of the system wins over the name, and a text is no reason', () => {
  expect(StorageError.of(said('Error', { code: 'ECONNREFUSED' }), where).reason).toBe('ECONNREFUSED')
  expect(StorageError.of(said('a text with blanks'), where).reason).toBe('unknown')
  expect(StorageError.of(said('A'.repeat(60)), where).reason).toHaveLength(60)
  expect(StorageError.of(said('A'.repeat(61)), where).reason).toBe('unknown')
})

it('names no address where Amazon’s own storage is used', () =>
  expect(StorageError.of(said('Odd'), { bucket: 'post', endpoint: undefined }).message).toBe(
    'The storage cannot be reached. (Odd)',
  ))
