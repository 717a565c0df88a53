import { expect, test } from 'vitest'
import { openBucket, PLACE } from './open-bucket.ts'

test.each([
  ['s3://post', 'post', undefined],
  ['s3://post.example-1/a', 'post.example-1', 'a'],
  ['s3://post/a/b.c/2026-11-20', 'post', 'a/b.c/2026-11-20'],
  [
    `s3://abc/${Array.from({ length: 10 }, () => 'x').join('/')}`,
    'abc',
    Array.from({ length: 10 }, () => 'x').join('/'),
  ],
  [`s3://${'a'.repeat(63)}`, 'a'.repeat(63), undefined],
])('%s is a place', (place, bucket, prefix) => expect(PLACE.exec(place)?.slice(1)).toEqual([bucket, prefix]))

test.each([
  's3://',
  's3://ab',
  's3://Post',
  's3://-post',
  's3://post-',
  `s3://${'a'.repeat(64)}`,
  's3://post/',
  's3://post/a b',
  's3://post/ä',
  's3://post//a',
  `s3://post/${'a'.repeat(101)}`,
  `s3://post/${Array.from({ length: 11 }, () => 'x').join('/')}`,
  '/var/post',
  'http://post/a',
])('%s is none', async (place) => {
  const settings = { endpoint: undefined, region: 'eu-west-2', encryption: 'none' } as const
  await expect(openBucket(place, settings)).rejects.toThrow('write s3://bucket/name')
})

test('a place keeps the name it was given', async () => {
  const settings = { endpoint: 'http://127.0.0.1:1', region: 'eu-west-2', encryption: 'none' } as const
  expect((await openBucket('s3://post/a', settings)).place).toBe('s3://post/a')
})
