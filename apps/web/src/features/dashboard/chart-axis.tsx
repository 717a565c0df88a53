import { useTranslation } from 'react-i18next'
import { formatPounds } from '../../ui/format-pence.ts'
import css from './chart.module.css'
import { heightOf, type Frame } from './chart-places.ts'

/** The lines across a chart with their amounts. Screen readers get the amounts of the bars. */
export function ChartAxis({ frame, ticks }: { frame: Frame; ticks: readonly number[] }) {
  const { i18n } = useTranslation()
  return (
    <g aria-hidden="true">
      {ticks.map((pence) => {
        const y = frame.height - frame.foot - heightOf(pence, frame)
        return (
          <g key={pence}>
            <line className={pence === 0 ? css.axis : css.grid} x1={frame.left} x2={frame.width} y1={y} y2={y} />
            <text x={frame.left - 8} y={y + 4} textAnchor="end">
              {formatPounds(pence / 100, i18n.language)}
            </text>
          </g>
        )
      })}
    </g>
  )
}
