import { describe, expect, it, test } from 'vitest'
import { optionCatalogue, packagingCatalogue, serviceCatalogue } from './catalogue.ts'

const SOLD = ['1', '2', '1SF', '2SF', 'SD', 'SD1PM_SAT', 'frank_pay']
const DAY = '2026-11-23'
const reasons = (plan: 'lite' | 'full', destination: string, day = DAY) =>
  Object.fromEntries(serviceCatalogue(plan, destination, day).map(({ code, reason }) => [code, reason]))

describe('services', () => {
  it('has all of spec §5 for the full plan, and says what has no published price', () => {
    const rows = serviceCatalogue('full', 'GB', DAY)
    expect(rows).toHaveLength(11)
    expect(rows.filter((row) => row.available).map((row) => row.code)).toEqual(SOLD)
    expect(reasons('full', 'GB')).toMatchObject({ '1PP': 'no_published_price', SD9AM: 'no_published_price' })
  })

  test.each([
    ['Lite may not buy first class (spec §9)', 'lite', 'GB', '1', 'service_not_in_plan'],
    ['Lite may buy Signed For (spec §9)', 'lite', 'GB', '1SF', undefined],
    ['Jersey is domestic (spec §9)', 'full', 'JE', '1', undefined],
    ['no 9am guarantee to Jersey', 'full', 'JE', 'SD9AM', 'service_not_available'],
    ['nothing abroad yet', 'full', 'FR', '1', 'destination_not_available'],
  ] as const)('%s', (_case, plan, destination, service, reason) => {
    expect(reasons(plan, destination)[service]).toBe(reason)
  })

  it('has nothing to sell before the first price list begins, except what the user prices himself', () => {
    const available = serviceCatalogue('full', 'GB', '2020-01-01').filter((row) => row.available)
    expect(available.map((row) => row.code)).toEqual(['frank_pay'])
  })
})

describe('options', () => {
  it('lists the compensation levels and the services each option allows', () => {
    const options = optionCatalogue('full', undefined, DAY)
    expect(options.find((option) => option.code === 'special_delivery')).toMatchObject({
      services: ['SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT'],
      fields: [{ code: 'compensation', type: 'choice', choices: [50, 750, 1000, 2500] }],
      available: true,
    })
    expect(options.find((option) => option.code === 'prepay_reply')?.available).toBe(false)
  })

  it('narrows to those of one service, and says what a Lite user may not choose', () => {
    expect(optionCatalogue('full', '1SF', DAY).map((option) => option.code)).toEqual(['signed_for'])
    const lite = optionCatalogue('lite', undefined, DAY).filter((option) => option.available)
    expect(lite.map((option) => option.code)).toEqual(['signed_for', 'special_delivery'])
  })
})

it('lists the formats with inclusive limits; a service narrows them to those with a price', () => {
  expect(packagingCatalogue(undefined, DAY).map((row) => [row.code, row.max_weight_g, row.max_sides_mm])).toEqual([
    ['letter', 100, [240, 165, 5]],
    ['large_letter', 750, [353, 250, 25]],
    ['small_parcel', 2000, [450, 350, 160]],
    ['medium_parcel', 20000, [610, 460, 460]],
    ['tube', 2000, []],
  ])
  expect(packagingCatalogue('SD', DAY)).toHaveLength(5)
  expect(packagingCatalogue('1PP', DAY)).toEqual([])
})
