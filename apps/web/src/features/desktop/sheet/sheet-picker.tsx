import { cornerOf, type LabelStock } from '@postroom/domain/media/label-stock'
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../ui/class-names.ts'
import { placeText } from './place-text.ts'
import css from './sheet-picker.module.css'
import { extended, inOrder, moved, positionOf, toggled, type Place } from './sheet-places.ts'

export interface SheetPickerProps {
  stock: LabelStock
  used: readonly Place[]
  chosen: readonly Place[]
  onChoose: (chosen: Place[]) => void
  onUse: (used: Place[]) => void
  /** The place that has, or last had, the focus. */
  focus: Place
  onFocus: (place: Place) => void
}

/** The sheet drawn to scale; its places are chosen by arrow keys and Space, or by pointer. Lengths are micrometres. */
export function SheetPicker(props: SheetPickerProps) {
  const { stock, used, chosen, onChoose, onUse, focus, onFocus } = props
  const { t } = useTranslation()
  /** Where an extended choice began; without one it begins at the focus. */
  const [anchor, setAnchor] = useState<Place>()
  const sheet = useRef<SVGSVGElement>(null)

  function toggle(place: Place): void {
    setAnchor(place)
    onChoose(toggled(chosen, used, place))
  }
  function extend(place: Place): void {
    setAnchor(anchor ?? focus)
    onChoose(extended(chosen, used, anchor ?? focus, place))
  }
  function mark(place: Place): void {
    const isUsed = used.includes(place)
    onUse(isUsed ? used.filter((other) => other !== place) : inOrder([...used, place]))
    if (!isUsed) onChoose(chosen.filter((other) => other !== place))
  }
  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const target = moved(stock, focus, event.key)
    if (target !== undefined) {
      if (event.shiftKey) extend(target)
      else setAnchor(undefined)
      sheet.current?.querySelector<SVGElement>(`[data-place="${target}"]`)?.focus()
    } else if (event.key === ' ') toggle(focus)
    else if (event.key.toLowerCase() === 'u') mark(focus)
    else return
    event.preventDefault()
  }
  const point = (place: Place) => (event: MouseEvent) => (event.shiftKey ? extend(place) : toggle(place))

  const { page, columns, rows, label } = stock
  return (
    <svg
      ref={sheet}
      className={css.sheet}
      viewBox={`0 0 ${page.width} ${page.height}`}
      role="grid"
      tabIndex={-1}
      aria-multiselectable="true"
      aria-label={t('letters.places')}
      aria-describedby="sheet-keys"
      onKeyDown={press}
    >
      <Hatching />
      {Array.from(Array(rows).keys(), (row) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no table rows
        <g key={row} role="row">
          {Array.from(Array(columns).keys(), (column) => {
            const place = row * columns + column
            const isUsed = used.includes(place)
            const at = chosen.indexOf(place)
            const { x, y } = cornerOf(stock, positionOf(stock, place))
            return (
              <g
                key={place}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no table cells
                role="gridcell"
                data-place={place}
                tabIndex={place === focus ? 0 : -1}
                aria-selected={at >= 0}
                aria-label={placeText({ stock, used, chosen }, place, t)}
                className={classNames(css.place, isUsed && css.used, at >= 0 && css.chosen)}
                transform={`translate(${x} ${y})`}
                onFocus={() => onFocus(place)}
                onClick={point(place)}
              >
                <rect className={css.ring} {...around(label, RING)} rx={CORNER + RING} />
                <rect className={css.label} {...around(label, -INSET)} rx={CORNER} />
                {at >= 0 && <Chosen label={label} number={Math.floor(at / stock.places_per_label) + 1} />}
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
}

const INSET = 700
const RING = 1200
const CORNER = 4000

const around = ({ width, height }: LabelStock['label'], by: number) => ({
  x: -by,
  y: -by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** Diagonal lines for used places. */
function Hatching() {
  return (
    <defs>
      <pattern id="used" width={6000} height={6000} patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect className={css.hatchGround} width={6000} height={6000} />
        <rect className={css.hatchLine} width={1200} height={6000} />
      </pattern>
    </defs>
  )
}

const MARK = 23_000
const TEXT = 12_000
const PADDING = 6000

/** A franking mark at the left and the number of the label at the right. */
function Chosen({ label: { width, height }, number }: { label: LabelStock['label']; number: number }) {
  const size = Math.min(MARK, height - 2 * PADDING)
  const cell = size / MARK_CELLS.length
  return (
    <g aria-hidden="true">
      <path
        className={css.mark}
        transform={`translate(${PADDING} ${(height - size) / 2}) scale(${cell})`}
        d={MARK_PATH}
      />
      <text className={css.number} x={width - PADDING} y={height / 2} fontSize={TEXT}>
        {number}
      </text>
    </g>
  )
}

/** Looks like a data matrix; no scanner reads it. */
const MARK_CELLS = [
  'x.x.x.x.x.',
  'xx..x.xx.x',
  'x.xx..x.x.',
  'x..x.xx..x',
  'xx.xx..xx.',
  'x.x..x.x.x',
  'x.xx.xx.x.',
  'xx..x..xxx',
  'x.x.xx.x..',
  'xxxxxxxxxx',
]
const MARK_PATH = MARK_CELLS.flatMap((row, y) =>
  Array.from(row, (cell, x) => (cell === 'x' ? `M${x} ${y}h1v1h-1z` : '')),
).join('')
