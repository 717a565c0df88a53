import { expect, it } from 'vitest'
import { defaultSlogan, letterReturnAddress } from './use-mailing.ts'

const slogan = (text: string, days: { from?: string; until?: string } = {}, is_default = true) => ({
  text,
  is_default,
  ...days,
})

it.each([
  ['none is kept', undefined, ''],
  ['none is the default', [slogan('a', {}, false)], ''],
  ['one is', [slogan('a', {}, false), slogan('b')], 'b'],
  ['its first day is today', [slogan('a', { from: '2026-11-22' })], 'a'],
  ['its first day is tomorrow', [slogan('a', { from: '2026-11-23' })], ''],
  ['its last day is today', [slogan('a', { until: '2026-11-22' })], 'a'],
  ['its last day was yesterday', [slogan('a', { until: '2026-11-21' })], ''],
  ['today is between its days', [slogan('a', { from: '2026-11-21', until: '2026-11-23' })], 'a'],
])('the slogan of a day when %s', (_when, slogans, text) =>
  expect(defaultSlogan(slogans ? { slogans } : {}, '2026-11-22')).toBe(text),
)

it.each([
  [undefined, ''],
  [{ lines: 'Office', on_letters: true }, 'Office'],
  [{ lines: 'Office', on_letters: false }, ''],
])('the return address of a letter with %o is %o', (return_address, text) =>
  expect(letterReturnAddress(return_address ? { return_address } : {})).toBe(text),
)
