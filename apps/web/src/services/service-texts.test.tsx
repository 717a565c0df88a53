import type { RateQuote } from '@postroom/contract/rate'
import { toPence } from '@postroom/domain/money'
import { expect, it } from 'vitest'
import { i18next } from '../i18n.ts'
import { arrivalDays, arrivalText, savingText, serviceGains, serviceText, trackingText } from './service-texts.ts'

const t = i18next.t.bind(i18next)
const LANGUAGE = 'en-gb'
const delivery = (code: string, earliest?: string, latest?: string, compensation_gbp = 0) =>
  ({ code, compensation_gbp, ...(earliest && { earliest }), ...(latest && { latest }) }) as RateQuote['delivery']
const quote = (service: string, given: RateQuote['delivery']) =>
  ({ service: { code: service, name: service }, delivery: given }) as RateQuote

it.each([
  ['next_working_day', '2026-11-25', '2026-11-25', 'Wed 25 Nov, aim', 'Wednesday 25 November'],
  [
    'two_to_three_days',
    '2026-11-25',
    '2026-11-26',
    'Wed 25 or Thu 26 Nov, aim',
    'Wednesday 25 or Thursday 26 November',
  ],
  [
    'two_to_three_days',
    '2026-11-30',
    '2026-12-01',
    'Mon 30 Nov or Tue 1 Dec, aim',
    'Monday 30 November or Tuesday 1 December',
  ],
  ['abroad_standard', '2026-11-25', '2026-11-27', 'Wed 25 to Fri 27 Nov, aim', 'Wednesday 25 to Friday 27 November'],
  ['abroad_economy', '2026-11-25', '2026-12-07', 'by Mon 7 Dec, aim', 'by Monday 7 December'],
  ['guaranteed_1pm', '2026-11-25', '2026-11-25', 'Wed 25 Nov, guaranteed', 'Wednesday 25 November'],
  ['forces', undefined, undefined, 'By forces’ post: no delivery day is promised', undefined],
  ['next_working_day', '2026-11-25', undefined, 'Aims for the next working day', undefined],
  ['next_working_day', undefined, '2026-11-25', 'Aims for the next working day', undefined],
])('%s from %s to %s arrives %s', (code, earliest, latest, short, long) => {
  const given = delivery(code, earliest, latest)
  expect(arrivalText(given, t, LANGUAGE)).toBe(short)
  expect(arrivalDays(given, t, LANGUAGE)).toBe(long)
})

it.each([
  ['2', 'Not tracked'],
  ['2SF', 'Signed'],
  ['TR48', 'Tracked'],
  ['TR48S', 'Tracked, signed'],
] as const)('%s is %s', (service, text) => {
  expect(trackingText(service, t)).toBe(text)
})

it.each([
  [1, '1p'],
  [99, '99p'],
  [100, '£1.00'],
  [120, '£1.20'],
])('%i pence saved are %s', (pence, text) => {
  expect(savingText(toPence(pence), t, LANGUAGE)).toBe(text)
})

it('a service in one line leaves out a cover of nothing', () => {
  const day = ['2026-11-25', '2026-11-25'] as const
  const tracked = quote('TR48', delivery('next_working_day', ...day, 1500))
  const letter = quote('2', delivery('next_working_day', ...day))
  expect(serviceText(tracked, t, LANGUAGE)).toBe('Wed 25 Nov, aim · Tracked · cover £1,500')
  expect(serviceText(letter, t, LANGUAGE)).toBe('Wed 25 Nov, aim · Not tracked')
  expect(serviceGains(tracked, t, LANGUAGE)).toBe('tracked, cover £1,500')
  expect(serviceGains(letter, t, LANGUAGE)).toBe('not tracked')
})
