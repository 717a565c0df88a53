import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { formatPence } from '../../ui/format-pence.ts'
import type { Slot } from './chart-slots.ts'
import { dateOf, periodText } from './periods.ts'

type Days = Pick<Slot, 'from' | 'to'>

const format = (day: string, language: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }).format(dateOf(day))

/** The name below a bar on two lines: 'Mon' and '2', or 'Nov' and '2026'. */
export const slotName = ({ from, to }: Days, language: string): [string, string] =>
  from === to
    ? [format(from, language, { weekday: 'short' }), format(from, language, { day: 'numeric' })]
    : [format(from, language, { month: 'short' }), format(from, language, { year: 'numeric' })]

/** The days of a bar in a sentence: 'Monday 2 November', or '1–30 Nov 2026'; shorter in a table: 'Mon 2 Nov'. */
export const slotDays = ({ from, to }: Days, language: string, width: 'long' | 'short' = 'long'): string =>
  from === to
    ? format(from, language, { weekday: width, day: 'numeric', month: width })
    : periodText({ from, to }, language)

/** A bar in words. */
export const slotText = (slot: Slot, t: TFunction, language: string): string =>
  t('dashboard.bar', {
    days: slotDays(slot, language),
    amount: formatPence(toPence(slot.spend), language),
    count: slot.items,
  })
