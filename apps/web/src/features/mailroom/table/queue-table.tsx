import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWidth } from '../../../ui/lists/use-width.ts'
import type { QueueRow } from '../rows/queue-row.ts'
import css from './queue-table.module.css'

/** Heights in pixels: of a row, and of the one being done. The style sheet has the same. */
const HEIGHTS = { columns: { row: 32, active: 72 }, lines: { row: 60, active: 236 } }
const LINES_BELOW = 860
/** Rows built above and below those in view. */
const SPARE = 8
/** In view before the table was measured. */
const FIRST_HEIGHT = 640

const COLUMNS = ['state', 'code', 'to', 'service', 'format', 'weight', 'price', 'costcenter', 'since'] as const

interface QueueTableProps {
  rows: readonly QueueRow[]
  activeCode: string | undefined
  /** The box that chooses every row. */
  chooseAll: ReactNode
  children: (row: QueueRow) => ReactNode
}

/**
 * The rows of the queue. Only those in view are in the page, so a thousand scroll smoothly. The scan field keeps the focus, so the
 * table is a plain one, without a cursor of its own.
 */
export function QueueTable({ rows, activeCode, chooseAll, children }: QueueTableProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const isNarrow = width !== undefined && width < LINES_BELOW
  const { row, active } = HEIGHTS[isNarrow ? 'lines' : 'columns']
  const at = rows.findIndex(({ code }) => code === activeCode)
  const top = (index: number) => index * row + (at !== -1 && index > at ? active - row : 0)
  const { from, to } = useWindow(box, row)
  useRowInView(box, at === -1 ? undefined : { top: top(at), height: active })

  const first = Math.max(0, from - SPARE)
  const shown = rows.slice(first, to + SPARE)
  return (
    <div ref={box} className={css.scroll} data-lines={isNarrow || undefined}>
      <table className={css.table} aria-label={t('mailroom.queue')} aria-rowcount={rows.length + 1}>
        <thead className={css.head}>
          <tr aria-rowindex={1} className={css.row}>
            <th>{chooseAll}</th>
            {COLUMNS.map((name) => (
              <th key={name} className={css[name]}>
                {t(`mailroom.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={css.body} style={{ height: top(rows.length) }}>
          {shown.map((one, index) => (
            <tr
              key={one.code}
              aria-rowindex={first + index + 2}
              {...(one.code === activeCode && { 'aria-current': 'true' })}
              className={css.row}
              style={{ transform: `translateY(${top(first + index)}px)` }}
            >
              {children(one)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The first and last row in view, to within the height of the active one. */
function useWindow(box: React.RefObject<HTMLDivElement | null>, row: number) {
  const [view, setView] = useState({ top: 0, height: FIRST_HEIGHT })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight || FIRST_HEIGHT })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [box])
  return { from: Math.floor(view.top / row) - 4, to: Math.ceil((view.top + view.height) / row) }
}

/** Scrolls to the active row when it changes its place. */
function useRowInView(box: React.RefObject<HTMLDivElement | null>, place: { top: number; height: number } | undefined) {
  const { top, height } = place ?? {}
  useEffect(() => {
    const element = box.current
    if (!element || top === undefined || height === undefined) return
    const head = 32
    if (top < element.scrollTop) element.scrollTo({ top })
    else if (top + height + head > element.scrollTop + element.clientHeight)
      element.scrollTo({ top: top + height + head - element.clientHeight })
  }, [box, top, height])
}
