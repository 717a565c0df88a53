import { rateRequestSchema } from '@postroom/contract/rate'
import { describe, expect, it } from 'vitest'
import { firstOption, onlyOption, optionOf, optionsFor, optionsOf, type OptionForm } from './option-choices.ts'

const ABROAD = [
  'international_economy',
  'international_standard',
  'international_tracked',
  'international_tracked_signed',
  'international_signed',
]

describe('the options offered', () => {
  it.each([
    ['GB', 'small_parcel', ['none', 'signed_for', 'special_delivery', 'tracked', 'frank_pay', 'surcharge']],
    ['GB', 'letter', ['none', 'prepay_reply', 'signed_for', 'special_delivery', 'frank_pay', 'surcharge']],
    ['GB', 'tube', ['none', 'signed_for', 'special_delivery', 'tracked', 'frank_pay', 'surcharge']],
    ['FR', 'parcel', ABROAD],
    ['US', 'letter', ABROAD],
    ['US', 'tube', ABROAD],
    ['FR', 'parcel_heavy', ['international_tracked_heavier']],
  ] as const)('to %s as %s', (country, packaging, options) => expect(optionsFor(country, packaging)).toEqual(options))

  it.each([
    ['the full plan at home: none (spec §5)', 'full', 'GB', 'letter', 'none'],
    ['the Lite plan at home, which does not include 1 and 2', 'lite', 'GB', 'letter', 'signed_for'],
    ['abroad, where no service is without options', 'full', 'FR', 'parcel', 'international_standard'],
    ['a heavier parcel abroad', 'full', 'FR', 'parcel_heavy', 'international_tracked_heavier'],
  ] as const)('first for %s', (_case, plan, country, packaging, option) => {
    expect(firstOption(plan, country, packaging)).toBe(option)
    if (plan === 'full') expect(optionsFor(country, packaging)).toContain(option)
  })
})

it.each([
  ['2', 'none'],
  ['1SF', 'signed_for'],
  ['SD1PM_SAT', 'special_delivery'],
  ['TR48S', 'tracked'],
  ['ITS', 'international_tracked_signed'],
] as const)('service %s is sold under %s', (service, option) => expect(optionOf(service)).toBe(option))

const field = <Value>(value: Value) => ({ value })

describe('sends an option with the fields that are filled in', () => {
  it.each<[string, Partial<OptionForm>, unknown[] | undefined]>([
    ['none', {}, []],
    ['signed for', { option: 'signed_for' }, [{ code: 'signed_for', fields: {} }]],
    ['tracked', { option: 'tracked' }, [{ code: 'tracked', fields: {} }]],
    [
      'tracked with a signature',
      { option: 'tracked', signature: true },
      [
        { code: 'tracked', fields: {} },
        { code: 'signature', fields: {} },
      ],
    ],
    ['the lowest compensation', { option: 'special_delivery' }, [{ code: 'special_delivery', fields: {} }]],
    [
      'Special Delivery with every field',
      { option: 'special_delivery', compensation: '2500', saturday: true, consequential_loss: '1000' },
      [
        {
          code: 'special_delivery',
          fields: { compensation: field(2500), saturday: field(true), consequential_loss: field(1000) },
        },
      ],
    ],
    [
      'more compensation abroad',
      { option: 'international_tracked', compensation: '250' },
      [{ code: 'international_tracked', fields: { compensation: field(250) } }],
    ],
    ['an own value', { option: 'frank_pay', amount: '3,15' }, [{ code: 'frank_pay', fields: { amount: field(315) } }]],
    ['a surcharge', { option: 'surcharge', amount: '0.50' }, [{ code: 'surcharge', fields: { amount: field(50) } }]],
    ['an amount not yet typed', { option: 'surcharge' }, undefined],
  ])('%s', (_case, change, options) => {
    const sent = optionsOf({ ...onlyOption('none'), ...change })
    expect(sent).toEqual(options)
    if (sent) expect(rateRequestSchema.shape.options.safeParse(sent).success).toBe(true)
  })
})
