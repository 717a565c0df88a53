import { rateRequestSchema } from '@postroom/contract/rate'
import { servicesAllowed } from '@postroom/domain/rating/rating'
import { SERVICE_CODES, type ServiceCode } from '@postroom/domain/catalogue/services'
import { describe, expect, it } from 'vitest'
import { onlyService, optionOf, optionsOf, serviceIn, type ServiceForm } from './service-choice.ts'

it.each([
  ['2', 'none'],
  ['1PP', 'prepay_reply'],
  ['1SF', 'signed_for'],
  ['SD1PM_SAT', 'special_delivery'],
  ['TR48S', 'tracked'],
  ['ITS', 'international_tracked_signed'],
  ['frank_pay', 'frank_pay'],
] as const)('service %s is sold under %s', (service, option) => expect(optionOf(service)).toBe(option))

it.each(SERVICE_CODES)('the options sent with %s allow it (spec §5)', (service) => {
  const options = optionsOf(service, { ...onlyService(service), amount: '1.00' })
  const allowed = servicesAllowed(
    (options ?? []).map(({ code, fields }) => ({ code, ...(fields.saturday && { saturday: true as const }) })),
  )
  expect(allowed).toContain(service)
})

const field = <Value>(value: Value) => ({ value })

describe('sends the option of a service with the fields that are filled in', () => {
  it.each<[string, ServiceCode, Partial<ServiceForm>, unknown[] | undefined]>([
    ['none', '2', {}, []],
    ['signed for', '1SF', {}, [{ code: 'signed_for', fields: {} }]],
    ['tracked', 'TR48', {}, [{ code: 'tracked', fields: {} }]],
    [
      'tracked with a signature',
      'TR48S',
      {},
      [
        { code: 'tracked', fields: {} },
        { code: 'signature', fields: {} },
      ],
    ],
    ['the lowest compensation', 'SD', {}, [{ code: 'special_delivery', fields: {} }]],
    [
      'Special Delivery on Saturday with every field',
      'SD1PM_SAT',
      { compensation: '2500', consequential_loss: '1000' },
      [
        {
          code: 'special_delivery',
          fields: { compensation: field(2500), saturday: field(true), consequential_loss: field(1000) },
        },
      ],
    ],
    [
      'more compensation abroad',
      'IT',
      { compensation: '250' },
      [{ code: 'international_tracked', fields: { compensation: field(250) } }],
    ],
    ['an own value', 'frank_pay', { amount: '3,15' }, [{ code: 'frank_pay', fields: { amount: field(315) } }]],
    [
      'a surcharge',
      'frank_pay',
      { own_value: 'surcharge', amount: '0.50' },
      [{ code: 'surcharge', fields: { amount: field(50) } }],
    ],
    ['an amount not yet typed', 'frank_pay', {}, undefined],
    ['cover left from another service', '2', { compensation: '2500', amount: '1' }, []],
  ])('%s', (_case, service, change, options) => {
    const sent = optionsOf(service, { ...onlyService(service), ...change })
    expect(sent).toEqual(options)
    if (sent) expect(rateRequestSchema.shape.options.safeParse(sent).success).toBe(true)
  })
})

it('keeps every choice of the service, and nothing else, for Undo', () => {
  const chosen: ServiceForm = {
    service: 'SD',
    own_value: 'surcharge',
    compensation: '1000',
    consequential_loss: '2500',
    amount: '3.15',
  }
  expect(serviceIn(Object.assign({ weight: '1' }, chosen))).toEqual(chosen)
})
