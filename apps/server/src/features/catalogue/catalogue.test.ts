import type { Channel } from '@postroom/domain/tariffs/channels'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { insertAccount } from '../accounts/account.store.ts'
import { countryOf } from '@postroom/domain/catalogue/country-table'
import { packagingCatalogue, serviceCatalogue } from './catalogue.ts'
import { optionCatalogue } from './option-catalogue.ts'

const DAY = '2026-11-23'
const view = (plan: 'lite' | 'full', destination?: string, day = DAY, pricing: Channel = 'online') => ({
  plan,
  sold: SERVICE_CODES,
  list: priceListFor(pricing, day),
  day,
  destination,
})
const rowOf = (code: string, ...of: Parameters<typeof view>) =>
  serviceCatalogue(view(...of)).find((row) => row.code === code)
const available = (...of: Parameters<typeof view>) =>
  serviceCatalogue(view(...of))
    .filter((row) => row.available)
    .map((row) => row.code)

describe('services', () => {
  it('are all listed, with their availability at home and abroad', () => {
    expect(serviceCatalogue(view('full', 'GB'))).toHaveLength(21)
    expect(available('full', 'GB')).toEqual([
      '1',
      '2',
      '1SF',
      '2SF',
      'SD',
      'SD1PM_SAT',
      'TR24',
      'TR24S',
      'TR48',
      'TR48S',
      'frank_pay',
    ])
    expect(available('full', 'FR')).toEqual(['IE', 'IS', 'IT', 'ITS', 'ITH', 'frank_pay'])
  })

  test.each([
    ['Lite may not buy first class (spec §9)', 'lite', 'GB', '1', 'service_not_in_plan'],
    ['Lite may buy Signed For (spec §9)', 'lite', 'GB', '1SF', undefined],
    ['Jersey is domestic (spec §9)', 'full', 'JE', '1', undefined],
    ['no 9am guarantee to Jersey', 'full', 'JE', 'SD9AM', 'service_not_available'],
    ['no 1st class abroad', 'full', 'FR', '1', 'service_not_available'],
    ['no International Standard at home', 'full', 'GB', 'IS', 'service_not_available'],
    ['not listed for Angola', 'full', 'AO', 'IT', 'service_not_listed'],
    ['nothing to Russia', 'full', 'RU', 'IS', 'destination_suspended'],
    ['no such country', 'full', 'XX', 'IS', 'destination_not_available'],
    ['no published price', 'full', 'GB', 'SD9AM', 'no_published_price'],
  ] as const)('%s', (_case, plan, destination, service, reason) => {
    expect(rowOf(service, plan, destination)?.reason).toBe(reason)
  })

  it('give the reason when a price list has no price', () => {
    expect(rowOf('SD9AM', 'full', 'GB')?.details).toEqual({
      list: expect.stringContaining('online'),
      reason: expect.stringMatching(/\w{3,} .+/),
    })
  })

  it('need a price to the destination, not to another one', () => {
    const { zone } = countryOf('FR')!
    const whole = view('full', 'FR')
    const others = { ...whole, list: { ...whole.list, rows: whole.list.rows.filter((row) => row.zone !== zone) } }
    const reasonTo = (destination: string | undefined) =>
      serviceCatalogue({ ...others, destination }).find(({ code }) => code === 'IS')?.reason
    expect([reasonTo('FR'), reasonTo('US'), reasonTo(undefined)]).toEqual(['no_published_price', undefined, undefined])
  })

  it('are unavailable before the first price list begins, except postage that the user prices', () => {
    expect(available('full', 'GB', '2020-01-01')).toEqual(['frank_pay'])
  })
})

describe('what an organisation is shown', () => {
  let scene: PurchaseScene
  beforeAll(async () => {
    scene = await purchaseScene(0)
  })
  afterAll(() => scene.close())

  it('is sold at the prices of its first active account by name, unless it asks for others', async () => {
    const { db } = scene.context
    const buyer = await aBuyer(scene, 0)
    const isShown = async (query = '', carrier = 'RM') => {
      const answer = await buyer.get(`/stamp/v1/carriers/${carrier}/services${query}`)
      const { data } = answer.json<{ data?: { code: string; available: boolean }[] }>()
      return data?.find(({ code }) => code === 'SD9AM')?.available ?? answer.statusCode
    }
    const open = (name: string, pricing: Channel, is_active = true) =>
      insertAccount(db, { organisation_id: buyer.organisation, carrier_code: 'RM', name, pricing, is_active })
    expect(await isShown()).toBe(false)
    await open('Z', 'post_office')
    expect(await isShown()).toBe(false)
    await open('A', 'post_office', false)
    expect(await isShown()).toBe(false)
    await open('B', 'post_office')
    expect(await isShown()).toBe(true)
    expect(await isShown('?pricing=online')).toBe(false)
    expect(await isShown('', 'NOBODY')).toBe(404)
    await db.updateTable('carrier_account').set({ is_active: false }).where('name', '<>', 'A').execute()
    expect(await isShown()).toBe(false)
  })
})

const optionsTo = (destination: string) =>
  optionCatalogue(undefined, view('full', destination))
    .filter((option) => option.available)
    .map((option) => option.code)

describe('options', () => {
  it('are listed with their fields and the services each allows', () => {
    const options = optionCatalogue(undefined, view('full'))
    expect(options.find((option) => option.code === 'special_delivery')).toMatchObject({
      services: ['SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT'],
      fields: [
        { code: 'compensation', type: 'choice', choices: [50, 750, 1000, 2500] },
        { code: 'saturday', type: 'yes_no' },
        { code: 'consequential_loss', type: 'choice', choices: [1000, 2500] },
      ],
      available: true,
    })
    expect(options.find((option) => option.code === 'prepay_reply')?.available).toBe(false)
  })

  it('are listed for one service, with the reason for those a Lite user may not choose', () => {
    expect(optionCatalogue('1SF', view('full')).map((option) => option.code)).toEqual(['signed_for'])
    expect(optionCatalogue('TR24S', view('full')).map((option) => option.code)).toEqual(['tracked', 'signature'])
    const lite = optionCatalogue(undefined, view('lite')).filter((option) => option.available)
    expect(lite.map((option) => option.code)).toEqual(['signed_for', 'special_delivery'])
  })

  it('are available at a destination where a service with them is sold', () => {
    expect(optionsTo('FR')).toEqual([
      'international_economy',
      'international_standard',
      'international_tracked',
      'international_tracked_signed',
      'international_tracked_heavier',
      'frank_pay',
      'surcharge',
    ])
    expect(optionsTo('GB')).not.toContain('international_standard')
    expect(optionsTo('RU')).toEqual([])
  })
})

it('lists the formats with inclusive limits', () => {
  const rows = packagingCatalogue(undefined, view('full'))
  expect(rows.map((row) => [row.code, row.scope, row.max_weight_g, row.max_sides_mm])).toEqual([
    ['letter', undefined, 100, [240, 165, 5]],
    ['large_letter', undefined, 750, [353, 250, 25]],
    ['small_parcel', 'uk', 2000, [450, 350, 160]],
    ['medium_parcel', 'uk', 20000, [610, 460, 460]],
    ['tube', undefined, 2000, []],
    ['parcel', 'abroad', 2000, [600, 600, 600]],
    ['parcel_heavy', 'abroad', 20000, [610, 460, 460]],
  ])
  expect(rows.find((row) => row.code === 'tube')).toMatchObject({
    max_length_mm: 900,
    max_length_and_two_diameters_mm: 1040,
  })
  expect(rows.find((row) => row.code === 'parcel')?.max_sum_of_sides_mm).toBe(900)
  expect(rows.find((row) => row.code === 'large_letter')?.tracked_max_weight_g).toBe(1000)
  const ukTube = ([undefined, '2', 'SD'] as const).map((service) =>
    packagingCatalogue(service, view('full')).find((row) => row.code === 'tube'),
  )
  expect(ukTube.map((row) => row?.uk_max_weight_g)).toEqual([20000, 20000, undefined])
})

test.each([
  ['SD', ['letter', 'large_letter', 'small_parcel', 'medium_parcel', 'tube']],
  ['TR48', ['large_letter', 'small_parcel', 'medium_parcel', 'tube']],
  ['IS', ['letter', 'large_letter', 'tube', 'parcel']],
  ['1PP', []],
  ['frank_pay', ['letter', 'large_letter', 'small_parcel', 'medium_parcel', 'tube', 'parcel', 'parcel_heavy']],
] as const)('a service lists only the formats it has a price for: %s', (service, formats) => {
  expect(packagingCatalogue(service, view('full')).map((row) => row.code)).toEqual(formats)
})
