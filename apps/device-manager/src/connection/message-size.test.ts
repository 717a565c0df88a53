import { expect, test } from 'vitest'
import { fitsIntoMessage, rowsThatFit } from './message-size.ts'

test.each([
  ['32,768 bytes', 'x'.repeat(32_766), true],
  ['one byte more', 'x'.repeat(32_767), false],
  ['16,383 letters of two bytes', 'é'.repeat(16_383), true],
  ['one letter more', 'é'.repeat(16_384), false],
])('a message of %s fits: %s', (_size, message, fits) => expect(fitsIntoMessage(message)).toBe(fits))

/** A row of so many bytes with its comma. */
const row = (bytes: number) => 'x'.repeat(bytes - 3)
/** Beside the names around a list, and the empty object that is sent with it by default. */
const ROOM = 32_768 - 300 - '{}'.length

test.each([
  ['as many as there is room for', [row(ROOM - 100), row(100)], 2],
  ['none that is too large by a byte', [row(ROOM + 1)], 0],
  ['no further one when there is no room', [row(ROOM), row(4)], 1],
  ['a small one after one that was too large', [row(ROOM + 1), row(4)], 1],
])('keeps %s', (_what, rows, kept) => expect(rowsThatFit(rows)).toHaveLength(kept))

test('counts what is sent beside the rows', () => {
  const others = { alias: 'x'.repeat(1_000) }
  const room = ROOM - 1_000 - '"alias":""'.length
  expect(rowsThatFit([row(room)], others)).toHaveLength(1)
  expect(rowsThatFit([row(room + 1)], others)).toHaveLength(0)
})
