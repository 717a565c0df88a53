import { expect, it, test } from 'vitest'
import { dayIn, earlier, later, periodIn, periodText, presetAt, writtenDay, type Preset } from './periods.ts'

const TODAY = '2026-11-19'

it.each<[Preset, string, string]>([
  ['this_month', '2026-11-01', '2026-11-19'],
  ['last_month', '2026-10-01', '2026-10-31'],
  ['three_months', '2026-09-01', '2026-11-19'],
  ['this_year', '2026-01-01', '2026-11-19'],
  ['twelve_months', '2025-12-01', '2026-11-19'],
])('%s is %s to %s', (preset, from, to) => {
  expect(presetAt(preset, TODAY)).toEqual({ from, to })
})

const ends = (one?: { from: string; to: string }) => one && `${one.from} ${one.to}`

it.each([
  // period, the one before, the one after
  ['2026-11-01 2026-11-19', '2026-10-01 2026-10-31', undefined],
  ['2026-10-01 2026-10-31', '2026-09-01 2026-09-30', '2026-11-01 2026-11-19'],
  ['2026-01-01 2026-01-31', '2025-12-01 2025-12-31', '2026-02-01 2026-02-28'],
  ['2026-06-01 2026-08-31', '2026-03-01 2026-05-31', '2026-09-01 2026-11-19'],
  ['2026-11-02 2026-11-08', '2026-10-26 2026-11-01', '2026-11-09 2026-11-15'],
  ['2026-11-16 2026-11-18', '2026-11-13 2026-11-15', '2026-11-19 2026-11-19'],
])('before %s is %s, after it %s', (period, before, after) => {
  const [from, to] = period.split(' ') as [string, string]
  expect([ends(earlier({ from, to })), ends(later({ from, to }, TODAY))]).toEqual([before, after])
})

it.each([
  ['from=2026-11-01&to=2026-11-19', true],
  ['from=2026-11-19&to=2026-11-01', false],
  ['from=2026-02-30&to=2026-03-01', false],
  ['from=2024-01-01&to=2026-11-19', false],
  ['', false],
])('%s is a period: %s', (query, isOne) => {
  expect(periodIn(new URLSearchParams(query)) !== undefined).toBe(isOne)
})

test.each([
  ['2026-11-01', '2026-11-19', 'en-gb', true, '1 – 19 Nov 2026'],
  ['2026-10-01', '2026-10-01', 'en-gb', false, '1 Oct'],
  ['2026-11-01', '2026-11-19', 'fr-fr', true, '1–19 nov. 2026'],
])('%s to %s is written in %s', (from, to, language, withYear, words) => {
  expect(periodText({ from, to }, language, withYear).replaceAll(/\s/g, ' ')).toBe(words)
})

test.each([
  ['27/3/2026', '2026-03-27'],
  ['27.03.2026', '2026-03-27'],
  [' 1 11 2026 ', '2026-11-01'],
  ['2026-03-27', '2026-03-27'],
  ['30/2/2026', undefined],
  ['3/27/2026', undefined],
  ['27/3/26', undefined],
  ['', undefined],
])('%s is the day %s', (written, day) => {
  expect(dayIn(written)).toBe(day)
})

test.each(['en-gb', 'fr-fr'])('a day written in %s is read again', (language) => {
  expect(dayIn(writtenDay('2026-03-27', language))).toBe('2026-03-27')
})
