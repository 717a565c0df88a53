import { describe, expect, it, test } from 'vitest'
import { bankHolidayOn, bankHolidays, DIVISIONS, divisionOf, easterOf, type Division } from './bank-holidays.ts'
import { addDays, weekdayOf } from '../calendar.ts'

const datesOf = (year: number, division: Division) =>
  bankHolidays(year, division)
    .map(({ date }) => date.slice(5))
    .join(' ')

describe('as gov.uk/bank-holidays publishes them', () => {
  test.each<[number, Division, string]>([
    [2019, 'england_and_wales', '01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26'],
    [2020, 'england_and_wales', '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28'],
    [2021, 'england_and_wales', '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28'],
    [2022, 'england_and_wales', '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27'],
    [2022, 'scotland', '01-03 01-04 04-15 05-02 06-02 06-03 08-01 09-19 11-30 12-26 12-27'],
    [2023, 'england_and_wales', '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26'],
    [2023, 'scotland', '01-02 01-03 04-07 05-01 05-08 05-29 08-07 11-30 12-25 12-26'],
    [2023, 'northern_ireland', '01-02 03-17 04-07 04-10 05-01 05-08 05-29 07-12 08-28 12-25 12-26'],
    [2024, 'england_and_wales', '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26'],
    [2024, 'scotland', '01-01 01-02 03-29 05-06 05-27 08-05 12-02 12-25 12-26'],
    [2024, 'northern_ireland', '01-01 03-18 03-29 04-01 05-06 05-27 07-12 08-26 12-25 12-26'],
    [2025, 'england_and_wales', '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26'],
    [2025, 'scotland', '01-01 01-02 04-18 05-05 05-26 08-04 12-01 12-25 12-26'],
    [2025, 'northern_ireland', '01-01 03-17 04-18 04-21 05-05 05-26 07-14 08-25 12-25 12-26'],
    [2026, 'england_and_wales', '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
    [2026, 'scotland', '01-01 01-02 04-03 05-04 05-25 06-15 08-03 11-30 12-25 12-28'],
    [2026, 'northern_ireland', '01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28'],
    [2027, 'england_and_wales', '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
    [2027, 'scotland', '01-01 01-04 03-26 05-03 05-31 08-02 11-30 12-27 12-28'],
    [2027, 'northern_ireland', '01-01 03-17 03-26 03-29 05-03 05-31 07-12 08-30 12-27 12-28'],
    [2028, 'england_and_wales', '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
    [2028, 'scotland', '01-03 01-04 04-14 05-01 05-29 08-07 11-30 12-25 12-26'],
    [2028, 'northern_ireland', '01-03 03-17 04-14 04-17 05-01 05-29 07-12 08-28 12-25 12-26'],
  ])('%i %s', (year, division, dates) => {
    expect(datesOf(year, division)).toBe(dates)
  })
})

test.each([
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2011, '2011-04-24'],
  [2019, '2019-04-21'],
  [2024, '2024-03-31'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('Easter of %i is %s', (year, day) => {
  expect(easterOf(year)).toBe(day)
})

const YEARS = Array.from({ length: 21 }, (_, index) => 2020 + index)

describe.each(DIVISIONS)('in every year from 2020 to 2040, %s', (division) => {
  it.each(YEARS)('%i has its days, on weekdays, each once, in order', (year) => {
    const dates = bankHolidays(year, division).map(({ date }) => date)
    const extra = { 2022: 2, 2023: 1, 2026: division === 'scotland' ? 1 : 0 }[year] ?? 0
    expect(dates).toHaveLength({ england_and_wales: 8, scotland: 9, northern_ireland: 10 }[division] + extra)
    expect(dates.filter((date) => [0, 6].includes(weekdayOf(date)))).toEqual([])
    expect(dates).toEqual([...new Set(dates)].toSorted())
    expect(dates.every((date) => date.startsWith(`${year}-`))).toBe(true)
  })

  it.each(YEARS)('%i: Christmas, Boxing Day and New Year have no post, whatever day they are', (year) => {
    for (const day of ['01-01', '12-25', '12-26']) expect(bankHolidayOn(`${year}-${day}`, division)).toBeDefined()
  })

  it.each(YEARS)('%i: Easter is a Sunday between 22 March and 25 April, after Good Friday', (year) => {
    const easter = easterOf(year)
    expect(weekdayOf(easter)).toBe(0)
    expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true)
    expect(bankHolidayOn(addDays(easter, -2), division)?.name).toBe('Good Friday')
    expect(bankHolidayOn(addDays(easter, 1), division)?.name).toBe(
      division === 'scotland' ? undefined : 'Easter Monday',
    )
  })
})

test.each([
  ['2026-12-26', 'england_and_wales', 'Boxing Day'],
  ['2026-12-28', 'england_and_wales', 'Boxing Day (substitute day)'],
  ['2027-01-02', 'scotland', '2nd January'],
  ['2027-01-02', 'england_and_wales', undefined],
  ['2026-08-03', 'scotland', 'Summer bank holiday'],
  ['2026-08-31', 'scotland', undefined],
  ['2026-07-13', 'northern_ireland', 'Battle of the Boyne (substitute day)'],
  ['2026-11-23', 'england_and_wales', undefined],
] as const)('%s in %s: %s', (day, division, name) => {
  expect(bankHolidayOn(day, division)?.name).toBe(name)
})

test.each([
  ['GB', 'EH1 1YZ', 'scotland'],
  ['GB', 'BT1 5GS', 'northern_ireland'],
  ['GB', 'CF10 1AA', 'england_and_wales'],
  ['GB', 'BF1 3AA', 'england_and_wales'],
  ['JE', 'JE2 4UE', 'england_and_wales'],
])('%s %s has the holidays of %s', (country, postal_code, division) => {
  expect(divisionOf({ country, postal_code })).toBe(division)
})
