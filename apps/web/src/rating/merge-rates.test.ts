import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { expect, it } from 'vitest'
import { mergeRates, quoteOf, type Rates } from './merge-rates.ts'

const quote = (code: string, total_charge: number) =>
  ({ service: { code, name: code }, charges: { total_charge } }) as Rates['data'][number]
const message = (code: string, service?: string) =>
  ({
    code,
    description: code,
    ...(service && { service: { code: service, name: service } }),
  }) as Rates['messages'][number]
const rates = (data: Rates['data'], messages: Rates['messages'] = []): Rates => ({ data, messages, posting_days: [] })

const shown = (merged: Rates) => [
  ...merged.data.map((row) => `${row.service.code} ${row.charges.total_charge}`),
  ...merged.messages.map((row) => `${row.service?.code ?? 'any'}: ${row.code}`),
]

it.each<[string, Rates, Rates | undefined, ServiceCode | undefined, string[]]>([
  ['no service chosen', rates([quote('2SF', 555), quote('1SF', 675)]), undefined, undefined, ['2SF 555', '1SF 675']],
  [
    'the quote for the chosen service wins',
    rates([quote('1', 180), quote('2', 91)]),
    rates([quote('1', 185)]),
    '1',
    ['2 91', '1 185'],
  ],
  [
    'adds a chosen service that the other answer lacks',
    rates([quote('2', 91)]),
    rates([quote('SD', 935)]),
    'SD',
    ['2 91', 'SD 935'],
  ],
  [
    'a chosen service that is not available with its options is not sold at its plain price',
    rates([quote('2', 91), quote('SD', 935)]),
    rates([], [message('no_published_price', 'SD')]),
    'SD',
    ['2 91', 'SD: no_published_price'],
  ],
  [
    'keeps one copy of the same reason',
    rates([quote('SD', 935)], [message('saturday_needs_friday', 'SD1PM_SAT')]),
    rates([], [message('saturday_needs_friday', 'SD1PM_SAT')]),
    'SD1PM_SAT',
    ['SD 935', 'SD1PM_SAT: saturday_needs_friday'],
  ],
  [
    'keeps different reasons without a service',
    rates([], [message('packaging_too_heavy')]),
    rates([], [message('size_required')]),
    '2',
    ['any: size_required', 'any: packaging_too_heavy'],
  ],
])('%s', (_rule, every, closer, chosen, expected) => expect(shown(mergeRates(every, closer, chosen))).toEqual(expected))

it.each([
  ['the chosen service', 'SD', 'SD'],
  ['nothing while there is no service', undefined, undefined],
  ['nothing if the chosen service is not available', '1PP', undefined],
] as const)('buys %s', (_rule, service, code) =>
  expect(quoteOf(rates([quote('2', 91), quote('SD', 935)]), service)?.service.code).toBe(code),
)
