import { useTranslation } from 'react-i18next'
import { classNames } from '../../../ui/class-names.ts'
import css from './place-legend.module.css'
import type { SheetPlaces } from './place-text.ts'
import { freePlaces, positionOf } from './sheet-places.ts'

/** How many places are chosen, free and used, with the look of each. */
export function PlaceLegend(props: SheetPlaces & { printedOn: string | undefined }) {
  const { stock, used, chosen, printedOn } = props
  const { t, i18n } = useTranslation()
  const rows = chosen.map((place) => positionOf(stock, place).row + 1)
  const [first, last] = [rows[0], rows.at(-1)]
  const where = first !== undefined && t(first === last ? 'letters.row' : 'letters.rows', { first, last })
  const day = printedOn && new Intl.DateTimeFormat(i18n.language, DAY).format(new Date(`${printedOn}T00:00:00Z`))
  return (
    <ul className={css.legend}>
      <li>
        <i className={classNames(css.look, css.chosen)} aria-hidden="true" />
        <output>
          <b>{t('letters.chosen', { count: chosen.length })}</b>
        </output>
        {where && <span className={css.note}>{where}</span>}
      </li>
      <li>
        <i className={css.look} aria-hidden="true" />
        <b>{t('letters.free', { count: freePlaces(stock, used).length - chosen.length })}</b>
      </li>
      {used.length > 0 && (
        <li>
          <i className={classNames(css.look, css.used)} aria-hidden="true" />
          <b>{t('letters.used', { count: used.length })}</b>
          {day && <span className={css.note}>{t('letters.printed_on', { day })}</span>}
        </li>
      )}
    </ul>
  )
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
