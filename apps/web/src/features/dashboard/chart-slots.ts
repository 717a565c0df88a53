import type { Spending, SpendingSum } from '@postroom/contract/spending'
import { addDays, weekdayOf, type CalendarDate } from '@postroom/domain/calendar'
import { firstOfMonth, lastOfMonth, stepOf, type Period } from '@postroom/domain/purchase/spending-periods'
import { GROUPS, groupOf, type Group } from './service-groups.ts'

/** A day or a month of a chart. */
export interface Slot extends Period, SpendingSum {
  /** Spend by group, in the order of `GROUPS`; only what was spent. */
  parts: { group: Group; spend: number }[]
  /** Whether days without post lie before it. */
  isAfterGap: boolean
}

/** Every working day of the period, and each other day on which something was bought; or every month. */
export function slotsOf({ from, to, bars }: Pick<Spending, 'from' | 'to' | 'bars'>): Slot[] {
  const bought = Map.groupBy(bars, (bar) => bar.from)
  const slots: Slot[] = []
  let isAfterGap = false
  const isByDay = stepOf({ from, to }) === 'day'
  for (const slot of spans({ from, to }, isByDay)) {
    const own = bought.get(slot.from) ?? []
    if (own.length === 0 && isByDay && isWeekend(slot.from)) {
      isAfterGap = true
      continue
    }
    slots.push({ ...slot, ...sumOf(own), parts: partsOf(own), isAfterGap })
    isAfterGap = false
  }
  return slots
}

function spans(period: Period, isByDay: boolean): Period[] {
  const found: Period[] = []
  for (let from = period.from; from <= period.to; from = isByDay ? addDays(from, 1) : firstOfMonth(from, 1))
    found.push({ from, to: isByDay ? from : lastOfMonth(from) })
  found.at(-1)!.to = period.to
  return found
}

const isWeekend = (day: CalendarDate): boolean => [0, 6].includes(weekdayOf(day))

export const sumOf = (sums: readonly SpendingSum[]): SpendingSum => ({
  items: sums.reduce((total, { items }) => total + items, 0),
  spend: sums.reduce((total, { spend }) => total + spend, 0),
})

const partsOf = (bars: Spending['bars']): Slot['parts'] => {
  const groups = Map.groupBy(bars, ({ service }) => groupOf(service))
  return GROUPS.flatMap((group) => {
    const { spend } = sumOf(groups.get(group) ?? [])
    return spend > 0 ? [{ group, spend }] : []
  })
}

/** Lines across a chart up to `max` pence: from 0 in steps of 1, 2 or 5 of some power of ten pounds, four or five of them. */
export function ticksTo(max: number): number[] {
  const least = Math.max(max / 3, 100)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= least)!
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step)
}
