import { cornerOf, type LabelPosition, type LabelStock } from '@postroom/domain/media/label-stock'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import css from './sheet-drawing.module.css'

/** A sheet or the shortest label of a roll, to scale. Lengths are micrometres. A place is chosen by pointer; the keyboard has row and column. */
export function SheetDrawing(props: {
  stock: LabelStock
  first: LabelPosition
  onChoose: (first: LabelPosition) => void
}) {
  const { stock, first, onChoose } = props
  const { t } = useTranslation()
  const { page, label, columns, rows } = stock
  const free = first.row * columns + first.index
  const places = Array.from({ length: columns * rows }, (_, at) => ({
    index: at % columns,
    row: Math.floor(at / columns),
  }))
  const labels = Math.floor((places.length - free) / stock.places_per_label)
  return (
    <figure className={css.figure}>
      <svg
        className={css.page}
        viewBox={`0 0 ${page.width} ${page.height}`}
        role="img"
        aria-label={t('preferences.drawing', { name: stock.name, row: first.row + 1, column: first.index + 1 })}
      >
        {places.map((place, at) => {
          const { x, y } = cornerOf(stock, place)
          return (
            <rect
              key={at}
              x={x}
              y={y}
              width={label.width}
              height={label.height}
              rx={2500}
              className={classNames(css.place, at < free && css.before, at === free && css.first)}
              onClick={() => onChoose(place)}
            />
          )
        })}
      </svg>
      {places.length > 1 && (
        <figcaption className={css.caption}>{t('preferences.on_first_sheet', { count: labels })}</figcaption>
      )}
    </figure>
  )
}
