import type { SpendingQuery } from '@postroom/contract/spending'
import { toPence } from '@postroom/domain/money'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatPence } from '../../ui/format-pence.ts'
import { useWidth } from '../../ui/lists/use-width.ts'
import css from './chart.module.css'
import { placed, type Bar, type Frame } from './chart-places.ts'
import { ticksTo, type Slot } from './chart-slots.ts'
import { ChartAxis } from './chart-axis.tsx'
import { historyHref } from './history-link.ts'
import { slotName, slotText } from './slot-texts.ts'

interface SpendChartProps {
  title: string
  slots: readonly Slot[]
  query: SpendingQuery
}

/** The narrowest place of a link, in pixels (WCAG 2.5.8); the table twin has every link. */
const TARGET = 24

/** Stacked bars; each opens its items in the history. Its table twin has the same figures. */
export function SpendChart({ title, slots, query }: SpendChartProps) {
  const { t, i18n } = useTranslation()
  const box = useRef<HTMLElement>(null)
  const width = useWidth(box) ?? 716
  const ticks = ticksTo(Math.max(...slots.map(({ spend }) => spend)))
  const frame: Frame = { width, height: width < 480 ? 220 : 292, left: 44, top: 18, foot: 38, max: ticks.at(-1)! }
  const bars = placed(slots, frame)
  const hidden = slots.length - bars.length
  return (
    <figure ref={box} className={css.box} aria-label={t('dashboard.chart_label', { title })}>
      <svg className={css.chart} width={width} height={frame.height}>
        <ChartAxis frame={frame} ticks={ticks} />
        {bars.map((bar) => bar.slot.items > 0 && <BarLink key={bar.slot.from} bar={bar} frame={frame} query={query} />)}
        <g className={css.names} textAnchor="middle" aria-hidden="true">
          {bars
            .filter(({ isNamed }) => isNamed)
            .map((bar) => (
              <BarNames key={bar.slot.from} bar={bar} frame={frame} />
            ))}
        </g>
      </svg>
      {hidden > 0 && <p className={css.note}>{t('dashboard.last_shown', { count: bars.length })}</p>}
      <p className="visually-hidden">{summary()}</p>
    </figure>
  )

  function summary(): string {
    const [largest] = slots.toSorted((a, b) => b.spend - a.spend)
    if (!largest) return ''
    const amount = formatPence(toPence(largest.spend), i18n.language)
    return t('dashboard.chart_summary', { day: slotName(largest, i18n.language).join(' '), amount })
  }
}

/** A bar that opens its items, if a finger can meet it. Its texts stand beside it: it is named in full words. */
function BarLink({ bar, frame, query }: { bar: Bar; frame: Frame; query: SpendingQuery }) {
  const { t, i18n } = useTranslation()
  const { slot, x, barWidth, step, parts } = bar
  const text = slotText(slot, t, i18n.language)
  const segments = (
    <>
      <title>{text}</title>
      <rect className={css.hit} x={x - (step - barWidth) / 2} y={0} width={step} height={frame.height} rx="4" />
      {parts.map(({ group, y, height }) => (
        <rect key={group} className={css[group]} x={x} y={y} width={barWidth} height={height} rx="1.5" />
      ))}
    </>
  )
  if (step < TARGET) return <g>{segments}</g>
  return (
    <Link to={historyHref({ ...query, from: slot.from, to: slot.to })} aria-label={text} className={css.bar}>
      {segments}
    </Link>
  )
}

/** The sum over a bar in pounds, and its day below. */
function BarNames({ bar, frame }: { bar: Bar; frame: Frame }) {
  const { i18n } = useTranslation()
  const { slot, parts } = bar
  const middle = bar.x + bar.barWidth / 2
  return (
    <>
      {slot.spend > 0 && (
        <text className={css.strong} x={middle} y={parts.at(-1)!.y - 6}>
          {Math.round(slot.spend / 100).toLocaleString(i18n.language)}
        </text>
      )}
      {slotName(slot, i18n.language).map((line, index) => (
        <text key={line} x={middle} y={frame.height - frame.foot + 17 + 15 * index}>
          {line}
        </text>
      ))}
    </>
  )
}
