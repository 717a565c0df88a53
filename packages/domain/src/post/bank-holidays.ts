import { addDays, weekdayOf, type CalendarDate } from '../calendar.ts'
import { placeCodeOf, type Place } from '../catalogue/places.ts'

/** Parts of the United Kingdom with their own bank holidays. */
export const DIVISIONS = ['england_and_wales', 'scotland', 'northern_ireland'] as const
export type Division = (typeof DIVISIONS)[number]

/**
 * The division whose bank holidays apply at a place. Decision: Jersey, Guernsey and the Isle of Man, which have more holidays, and
 * the forces depot at Northolt count as England.
 */
export function divisionOf(place: Place): Division {
  const code = placeCodeOf(place)
  return code === 'GB-SCT' ? 'scotland' : code === 'GB-NIR' ? 'northern_ireland' : 'england_and_wales'
}

/** A day without post, with its English name. */
export interface BankHoliday {
  date: CalendarDate
  name: string
}

interface HolidayRule {
  name: string
  divisions: readonly Division[]
  /** Its date in a year, also when that is a weekend. */
  on: (year: number) => CalendarDate
}

const EVERYWHERE = DIVISIONS
const NOT_SCOTLAND: readonly Division[] = ['england_and_wales', 'northern_ireland']
const MONDAY = 1

const fixed = (monthAndDay: string) => (year: number) => `${year}-${monthAndDay}`
const firstMonday = (month: string) => (year: number) => onOrAfter(`${year}-${month}-01`, MONDAY)
const lastMonday = (month: string) => (year: number) => onOrAfter(`${year}-${month}-25`, MONDAY)
const afterEaster = (days: number) => (year: number) => addDays(easterOf(year), days)

/**
 * The holidays of every year, in the order of the calendar. Source: Banking and Financial Dealings Act 1971, schedule 1, the
 * yearly proclamations for 1 January and early May, St Andrew's Day Bank Holiday (Scotland) Act 2007; gov.uk/bank-holidays.
 */
const HOLIDAYS: readonly HolidayRule[] = [
  { name: 'New Year’s Day', divisions: EVERYWHERE, on: fixed('01-01') },
  { name: '2nd January', divisions: ['scotland'], on: fixed('01-02') },
  { name: 'St Patrick’s Day', divisions: ['northern_ireland'], on: fixed('03-17') },
  { name: 'Good Friday', divisions: EVERYWHERE, on: afterEaster(-2) },
  { name: 'Easter Monday', divisions: NOT_SCOTLAND, on: afterEaster(1) },
  { name: 'Early May bank holiday', divisions: EVERYWHERE, on: firstMonday('05') },
  { name: 'Spring bank holiday', divisions: EVERYWHERE, on: lastMonday('05') },
  { name: 'Battle of the Boyne', divisions: ['northern_ireland'], on: fixed('07-12') },
  { name: 'Summer bank holiday', divisions: ['scotland'], on: firstMonday('08') },
  { name: 'Summer bank holiday', divisions: NOT_SCOTLAND, on: lastMonday('08') },
  { name: 'St Andrew’s Day', divisions: ['scotland'], on: fixed('11-30') },
  { name: 'Christmas Day', divisions: EVERYWHERE, on: fixed('12-25') },
  { name: 'Boxing Day', divisions: EVERYWHERE, on: fixed('12-26') },
]

/** Days added or moved for one year by royal proclamation. Source: gov.uk/bank-holidays and its history. */
const ONE_OFF: readonly (BankHoliday & { instead?: CalendarDate; divisions?: readonly Division[] })[] = [
  { date: '2020-05-08', name: 'Early May bank holiday (VE Day)', instead: '2020-05-04' },
  { date: '2022-06-02', name: 'Spring bank holiday', instead: '2022-05-30' },
  { date: '2022-06-03', name: 'Platinum Jubilee bank holiday' },
  { date: '2022-09-19', name: 'Bank holiday for the State Funeral of Queen Elizabeth II' },
  { date: '2023-05-08', name: 'Bank holiday for the coronation of King Charles III' },
  { date: '2026-06-15', name: 'World Cup bank holiday', divisions: ['scotland'] },
]

/**
 * The bank holidays of a year in calendar order, as gov.uk publishes them. One that falls on a weekend moves to the next weekday
 * that is not a bank holiday itself.
 */
export function bankHolidays(year: number, division: Division): BankHoliday[] {
  const regular = holidaysThemselves(year, division)
  const taken = new Set(regular.map(({ date }) => date))
  const published = regular.map((holiday) => {
    if (!isWeekend(holiday.date)) return holiday
    let date = holiday.date
    while (isWeekend(date) || taken.has(date)) date = addDays(date, 1)
    taken.add(date)
    return { date, name: `${holiday.name} (substitute day)` }
  })
  return published.toSorted((a, b) => a.date.localeCompare(b.date))
}

/**
 * The bank holiday on `day` in a division. A holiday on a weekend counts on its own day and on its substitute: there is no
 * delivery on Christmas Day when it is a Saturday.
 */
export function bankHolidayOn(day: CalendarDate, division: Division): BankHoliday | undefined {
  const key = `${day.slice(0, 4)} ${division}`
  const days = daysWithoutPost.get(key) ?? daysOf(Number(day.slice(0, 4)), division)
  daysWithoutPost.set(key, days)
  return days.get(day)
}

/** Cached by year, so that Easter is not computed for each service of a quote. */
const daysWithoutPost = new Map<string, ReadonlyMap<CalendarDate, BankHoliday>>()

function daysOf(year: number, division: Division): ReadonlyMap<CalendarDate, BankHoliday> {
  const days = [...holidaysThemselves(year, division), ...bankHolidays(year, division)]
  return new Map(days.map((holiday) => [holiday.date, holiday]))
}

/** The holidays on their own dates, weekends included. */
function holidaysThemselves(year: number, division: Division): BankHoliday[] {
  const moved = ONE_OFF.map(({ instead }) => instead)
  const regular = HOLIDAYS.filter(({ divisions }) => divisions.includes(division))
    .map(({ name, on }) => ({ name, date: on(year) }))
    .filter(({ date }) => !moved.includes(date))
  const added = ONE_OFF.filter(
    ({ date, divisions = EVERYWHERE }) => date.startsWith(`${year}-`) && divisions.includes(division),
  ).map(({ date, name }) => ({ date, name }))
  return [...regular, ...added]
}

const isWeekend = (date: CalendarDate): boolean => weekdayOf(date) === 0 || weekdayOf(date) === 6

/** The first day from `date` on that is this day of the week. */
const onOrAfter = (date: CalendarDate, weekday: number): CalendarDate =>
  addDays(date, (weekday - weekdayOf(date) + 7) % 7)

/** Easter Sunday of the western churches, 1583 on. Source: the algorithm of Meeus, Jones and Butcher. */
export function easterOf(year: number): CalendarDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const epact =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const days = epact + toSunday - 7 * late + 114
  return `${year}-${twoDigits(Math.floor(days / 31))}-${twoDigits((days % 31) + 1)}`
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
