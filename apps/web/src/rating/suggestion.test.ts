import { expect, it } from 'vitest'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import type { Rates } from './merge-rates.ts'
import { suggestionIn } from './suggestion.ts'

const quote = (code: ServiceCode, confidence: 'high' | 'low' = 'high') =>
  ({ service: { code, name: code }, tariff: { confidence } }) as Rates['data'][number]
const rates = (...data: Rates['data']): Rates => ({ data, messages: [], posting_days: [] })

it.each([
  ['nothing without prices', undefined, '2', undefined],
  ['nothing when no service is offered', rates(), '2', undefined],
  ['the service used last', rates(quote('TR48'), quote('2')), '2', { service: '2', reason: 'last_used' }],
  [
    'the cheapest, before anything was sent',
    rates(quote('TR48'), quote('2')),
    undefined,
    { service: 'TR48', reason: 'cheapest' },
  ],
  [
    'the cheapest, when the last one is not offered',
    rates(quote('TR48')),
    '2',
    { service: 'TR48', reason: 'cheapest' },
  ],
  ['no prepaid reply', rates(quote('2PP'), quote('2')), undefined, { service: '2', reason: 'cheapest' }],
  [
    'no price that is not confirmed',
    rates(quote('2', 'low'), quote('1')),
    undefined,
    { service: '1', reason: 'cheapest' },
  ],
  [
    'the cheapest, if there is no better one',
    rates(quote('2', 'low')),
    undefined,
    { service: '2', reason: 'cheapest' },
  ],
] as const)('suggests %s', (_what, offered, lastUsed, suggested) =>
  expect(suggestionIn(offered, lastUsed)).toEqual(suggested),
)
