import { describe, expect, it, test } from 'vitest'
import { aimOf, type DeliveryCode } from '../catalogue/delivery-aims.ts'
import { deliveryDays, postingDay, refuseSaturday, saturdayPosting } from './posting-days.ts'
import { factsOf, quoteFor, rateOn, refusalOf, type Change } from '../testing/rating-scene.ts'

const EDINBURGH = { country: 'GB', postal_code: 'EH1 1YZ' }
const BELFAST = { country: 'GB', postal_code: 'BT1 5GS' }

describe('collections', () => {
  test.each([
    ['a Friday', '2026-11-20', undefined, undefined, '2026-11-20'],
    ['a Saturday', '2026-11-21', undefined, undefined, '2026-11-21'],
    ['a Sunday', '2026-11-22', undefined, 'sunday', '2026-11-23'],
    [
      'Christmas Day 2026, a Friday, before four days without post',
      '2026-12-25',
      undefined,
      'bank_holiday',
      '2026-12-29',
    ],
    ['Boxing Day 2026, a Saturday', '2026-12-26', undefined, 'bank_holiday', '2026-12-29'],
    ['the Sunday after', '2026-12-27', undefined, 'sunday', '2026-12-29'],
    ['Christmas Day 2027, a Saturday', '2027-12-25', undefined, 'bank_holiday', '2027-12-29'],
    ['2 January 2026 in England', '2026-01-02', undefined, undefined, '2026-01-02'],
    ['2 January 2026 in Scotland', '2026-01-02', EDINBURGH, 'bank_holiday', '2026-01-03'],
    ['Easter Monday in England', '2027-03-29', undefined, 'bank_holiday', '2027-03-30'],
    ['Easter Monday in Scotland', '2027-03-29', EDINBURGH, undefined, '2027-03-29'],
    ['12 July 2027 in Northern Ireland', '2027-07-12', BELFAST, 'bank_holiday', '2027-07-13'],
    ['12 July 2027 in England', '2027-07-12', undefined, undefined, '2027-07-12'],
  ] as const)('%s', (_case, day, sender, reason, collected_on) => {
    expect(postingDay(day, sender)).toMatchObject({ collection: reason === undefined, collected_on })
    expect(postingDay(day, sender).reason).toBe(reason)
  })
})

describe('the days of delivery, in working days, of', () => {
  test.each<[string, DeliveryCode, Change, string, string]>([
    ['1st Class on a Friday', 'next_working_day', {}, '2026-11-21', '2026-11-21'],
    ['1st Class on a Saturday', 'next_working_day', { day: '2026-11-21' }, '2026-11-23', '2026-11-23'],
    [
      '1st Class on a Sunday, collected on Monday',
      'next_working_day',
      { day: '2026-11-22' },
      '2026-11-24',
      '2026-11-24',
    ],
    ['1st Class on Christmas Eve 2026', 'next_working_day', { day: '2026-12-24' }, '2026-12-29', '2026-12-29'],
    ['2nd Class letter on a Thursday', 'two_to_three_days', { day: '2026-11-19' }, '2026-11-23', '2026-11-24'],
    [
      '2nd Class parcel on a Thursday, where Saturday counts',
      'two_to_three_days',
      { day: '2026-11-19', packaging: 'small_parcel' },
      '2026-11-21',
      '2026-11-23',
    ],
    ['guaranteed by 1pm, on a Friday', 'guaranteed_1pm', {}, '2026-11-23', '2026-11-23'],
    ['guaranteed by 9am, on Maundy Thursday', 'guaranteed_9am', { day: '2027-03-25' }, '2027-03-30', '2027-03-30'],
    [
      '… to Scotland, where Easter Monday is a working day',
      'guaranteed_9am',
      { day: '2027-03-25', postal_code: 'EH1 1YZ' },
      '2027-03-29',
      '2027-03-29',
    ],
    ['Saturday guarantee', 'guaranteed_saturday_1pm', {}, '2026-11-21', '2026-11-21'],
    ['Europe', 'abroad_standard', { country: 'FR' }, '2026-11-25', '2026-11-27'],
    [
      'the United States, over a bank holiday that only the United Kingdom has',
      'abroad_standard',
      { country: 'US', day: '2026-12-24' },
      '2026-12-31',
      '2027-01-04',
    ],
    ['Europe by economy', 'abroad_economy', { country: 'NO' }, '2026-12-04', '2026-12-04'],
    ['Canada by economy', 'abroad_economy', { country: 'CA' }, '2027-01-01', '2027-01-01'],
    ['New Zealand by economy', 'abroad_economy', { country: 'NZ' }, '2027-02-12', '2027-02-12'],
  ])('%s', (_case, code, change, earliest, latest) => {
    expect(deliveryDays(aimOf(code), factsOf(change))).toEqual({ earliest, latest })
  })

  test.each<[string, DeliveryCode, Change]>([
    ['own postage', 'as_posted', {}],
    ['to the forces', 'next_working_day', { postal_code: 'BF1 3AA' }],
  ])('has no day of delivery: %s', (_case, code, change) => {
    expect(deliveryDays(aimOf(code), factsOf(change))).toBeUndefined()
  })
})

describe('the Saturday guarantee', () => {
  test.each([
    ['a Friday', '2026-11-20', {}, undefined],
    ['a Thursday', '2026-11-19', {}, 'saturday_needs_friday'],
    ['a Saturday', '2026-11-21', {}, 'saturday_needs_friday'],
    ['Christmas Day 2026, for Boxing Day', '2026-12-25', {}, 'saturday_bank_holiday'],
    ['New Year’s Day 2027', '2027-01-01', {}, 'saturday_bank_holiday'],
    ['Good Friday 2027', '2027-03-26', {}, 'saturday_bank_holiday'],
    ['the Friday before Christmas Day 2027, a Saturday', '2027-12-24', {}, 'saturday_bank_holiday'],
    ['the Friday before New Year’s Day 2028, a Saturday', '2027-12-31', {}, 'saturday_bank_holiday'],
    ['2 January 2026, from England to England', '2026-01-02', {}, undefined],
    ['2 January 2026, from Scotland', '2026-01-02', { sender: EDINBURGH }, 'saturday_bank_holiday'],
    ['17 March 2028 in Northern Ireland, to London', '2028-03-17', { sender: BELFAST }, 'saturday_bank_holiday'],
  ] as const)('%s', (_case, day, change, code) => {
    expect(refuseSaturday(factsOf({ ...change, day }))?.refusal.code).toBe(code)
  })

  test.each([
    ['a Friday', '2026-11-20', {}, '2026-11-20'],
    ['a Saturday', '2026-11-21', {}, '2026-11-27'],
    ['a Sunday', '2026-11-22', {}, '2026-11-27'],
    ['a Monday', '2026-11-23', {}, '2026-11-27'],
    ['a Tuesday', '2026-11-24', {}, '2026-11-27'],
    ['a Wednesday', '2026-11-25', {}, '2026-11-27'],
    ['a Thursday', '2026-11-26', {}, '2026-11-27'],
    ['Good Friday 2027, for the Friday after', '2027-03-26', {}, '2027-04-02'],
    ['the Saturday before Good Friday 2027', '2027-03-20', {}, undefined],
    ['a Monday from Northern Ireland, with 17 March 2028 ahead', '2028-03-13', { sender: BELFAST }, undefined],
  ] as const)('is next sold for a post from %s', (_case, today, change, day) => {
    expect(saturdayPosting(factsOf(change), today)).toBe(day)
  })

  it('is rejected with the name of the holiday', () => {
    const special = { options: [{ code: 'special_delivery' as const, saturday: true as const }], day: '2026-12-25' }
    const answer = rateOn(special, '2026-12-24')
    expect(answer.ok && answer.quotes).toEqual([])
    expect(answer.ok && answer.unavailable[0]).toMatchObject({
      code: 'saturday_bank_holiday',
      details: { holiday: 'Christmas Day', holiday_on: '2026-12-25' },
    })
  })
})

describe('the forces', () => {
  const FORCES = { postal_code: 'BF1 3AA', options: [{ code: 'special_delivery' as const }] }

  it('have Special Delivery without a guarantee, and no service by 9am or on a Saturday', () => {
    expect(quoteFor('SD', FORCES)?.delivery).toMatchObject({ code: 'forces', compensation_gbp: 750 })
    expect(quoteFor('SD', FORCES)?.delivery.latest).toBeUndefined()
    const answer = rateOn({ ...FORCES, list: 'post_office' })
    const barred = answer.ok ? answer.unavailable.map(({ service, code }) => `${service} ${code}`) : []
    expect(barred).toEqual(['SD9AM', 'SD1PM_SAT', 'SD9AM_SAT'].map((service) => `${service} service_not_available`))
  })

  it('have no day of delivery by 1st Class', () => {
    expect(quoteFor('1', { postal_code: 'BF1 3AA' })?.delivery.code).toBe('forces')
    expect(quoteFor('1', {})?.delivery).toMatchObject({ code: 'next_working_day', latest: '2026-11-21' })
  })
})

test.each([
  ['France', { country: 'FR', postal_code: '' }],
  ['Jersey, which has its own postal operator', { country: 'JE', postal_code: 'JE2 4UE' }],
])('rejects a sender in %s', (_case, sender) => {
  expect(refusalOf({ sender })).toEqual({
    code: 'sender_outside_uk',
    details: { field: 'from.country', country: sender.country },
  })
})

test('a suspension begins on its first day', () => {
  const toRussia = { country: 'RU', options: [{ code: 'international_standard' as const }] }
  expect(refusalOf(toRussia)).toMatchObject({ code: 'destination_suspended', details: { from: '2022-03-04' } })
  const before = rateOn({ ...toRussia, day: '2022-03-03' }, '2022-03-03')
  expect(before.ok).toBe(true)
})
