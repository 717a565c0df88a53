import { expect, test } from 'vitest'
import { isInPlan, OPTION_CODES, SERVICE_CODES, servicesFor, type OptionCode } from './services.ts'

test.each<[OptionCode[], string[]]>([
  [[], ['1', '2']],
  [['prepay_reply'], ['1PP', '2PP']],
  [['signed_for'], ['1SF', '2SF']],
  [['special_delivery'], ['SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT']],
  [['frank_pay'], ['frank_pay']],
])('options %j allow %j', (options, services) => {
  expect(servicesFor(options)).toEqual(services)
})

test('no two options go together', () => {
  for (const one of OPTION_CODES)
    for (const other of OPTION_CODES) if (one !== other) expect(servicesFor([one, other])).toEqual([])
})

test('Lite buys signed-for and special delivery only, full buys all', () => {
  expect(SERVICE_CODES.filter((code) => isInPlan(code, 'lite'))).toEqual([
    '1SF',
    '2SF',
    'SD',
    'SD9AM',
    'SD1PM_SAT',
    'SD9AM_SAT',
  ])
  expect(SERVICE_CODES.filter((code) => isInPlan(code, 'full'))).toEqual([...SERVICE_CODES])
})
