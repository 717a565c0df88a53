import { expect, test } from 'vitest'
import { dateOfTimetoken } from './hub-transport.ts'

test('a timetoken is an instant in units of 100 nanoseconds', () => {
  expect(dateOfTimetoken('17637192001234567')).toEqual(new Date('2025-11-21T10:00:00.123Z'))
})
