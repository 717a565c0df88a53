import type { Spending } from '@postroom/contract/spending'
import { toPence } from '@postroom/domain/money'
import { addDays } from '@postroom/domain/calendar'
import { daysIn, lastOfMonth, monthsIn, type Period } from '@postroom/domain/purchase/spending-periods'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { ChartAxis } from './chart-axis.tsx'
import { heightOf, type Frame } from './chart-places.ts'
import { ticksTo } from './chart-slots.ts'
import css from './chart.module.css'
import { dateOf, periodText } from './periods.ts'

/** A sum from the first day of a period, after the bar that ends on its `day`th day. */
interface Point {
  day: number
  spend: number
}

/** The sum from the first day, beside that of the period before, which goes on to its end. */
export function GrowthCard({ spending }: { spending: Spending }) {
  const { t, i18n } = useTranslation()
  const { from, to, before } = spending
  const isMonth = from.endsWith('-01') && monthsIn({ from, to }) === 1
  const earlier = { from: before.from, to: addDays(from, -1) }
  const now = growth(spending, spending.bars, to)
  const then = growth(before, before.bars, earlier.to)
  const days = Math.max(daysIn(earlier), daysIn({ from, to: isMonth ? lastOfMonth(to) : to }))
  const ticks = ticksTo(Math.max(now.at(-1)!.spend, then.at(-1)!.spend))
  const frame: Frame = { width: 340, height: 200, left: 52, top: 24, foot: 24, max: ticks.at(-1)! }
  const at = ({ day, spend }: Point): [number, number] => [
    frame.left + (day / days) * (frame.width - frame.left - 8),
    frame.height - frame.foot - heightOf(spend, frame),
  ]
  const line = (points: Point[]) =>
    points
      .map((point) =>
        at(point)
          .map((place) => place.toFixed(1))
          .join(' '),
      )
      .join(' L ')
  const [x, y] = at(now.at(-1)!)
  const name = (period: Period) =>
    isMonth
      ? new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' }).format(dateOf(period.from))
      : periodText(period, i18n.language, false)
  const money = (pence: number) => formatPence(toPence(pence), i18n.language)
  return (
    <Card
      title={t(isMonth ? 'dashboard.month_against_month' : 'dashboard.against_before')}
      note={t('dashboard.from_first')}
    >
      <svg
        className={css.chart}
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        width="100%"
        role="img"
        aria-label={t('dashboard.growth_label', {
          now: periodText({ from, to }, i18n.language, false),
          amount: money(now.at(-1)!.spend),
          earlier: periodText(before, i18n.language, false),
          before: money(before.total.spend),
        })}
      >
        <ChartAxis frame={frame} ticks={ticks} />
        {isMonth &&
          [1, 8, 15, 22, 29].map((day) => (
            <text key={day} x={at({ day, spend: 0 })[0]} y={frame.height - 6} textAnchor="middle">
              {day}
            </text>
          ))}
        <path className={css.then} d={`M ${line(then)}`} />
        <path className={css.now} d={`M ${line(now)}`} />
        <circle className={css.second} cx={x} cy={y} r="4" />
      </svg>
      <ul className={css.lines}>
        <li>
          <svg width="24" height="8" aria-hidden="true">
            <path className={css.now} d="M 0 4 L 24 4" />
          </svg>
          {name({ from, to })} <b>{money(now.at(-1)!.spend)}</b>
        </li>
        <li>
          <svg width="24" height="8" aria-hidden="true">
            <path className={css.then} d="M 0 4 L 24 4" />
          </svg>
          {name(earlier)} {money(then.at(-1)!.spend)}
        </li>
      </ul>
    </Card>
  )
}

/** The sums so far at the end of each day or month, from nothing to the last day. */
function growth({ from }: Pick<Period, 'from'>, bars: readonly (Period & { spend: number })[], last: string): Point[] {
  const sums = new Map<number, number>([[0, 0]])
  let spend = 0
  for (const bar of bars) sums.set(daysIn({ from, to: bar.to }), (spend += bar.spend))
  sums.set(daysIn({ from, to: last }), spend)
  return [...sums].map(([day, sum]) => ({ day, spend: sum }))
}
