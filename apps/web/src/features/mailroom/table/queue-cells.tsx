import { useTranslation } from 'react-i18next'
import { Money } from '../../../ui/money.tsx'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { toPence } from '@postroom/domain/money'
import { placeText } from '../rows/place-text.ts'
import { isOpen, type QueueRow } from '../rows/queue-row.ts'
import css from './queue-table.module.css'
import { RowAct, type RowActs } from './row-act.tsx'
import { RowState } from './row-state.tsx'

interface QueueCellsProps {
  row: QueueRow
  costcenter: string | undefined
  isSelected: boolean
  onSelect: (code: string) => void
  onChoose: (code: string) => void
  acts: RowActs
}

/** A row that the operator does not work on. A row in trouble gives service and format to the reason and one act. */
export function QueueCells({ row, costcenter, isSelected, onSelect, onChoose, acts }: QueueCellsProps) {
  const { t, i18n } = useTranslation()
  const order = row.queued?.order
  const { code, to, service, packaging, grams, pence, since } = row
  const why = row.why ?? (row.orderTrouble && t(row.orderTrouble))
  const name = companyOrPerson(to)
  return (
    <>
      <td>
        {isOpen(row) && (
          <input
            type="checkbox"
            className={css.box}
            aria-label={t('mailroom.select', { code, name })}
            checked={isSelected}
            onChange={() => onSelect(code)}
          />
        )}
      </td>
      <td className={css.state}>
        <RowState row={row} />
      </td>
      <td className={css.code}>
        {isOpen(row) ? (
          <button type="button" className={css.choose} onClick={() => onChoose(code)}>
            {code}
          </button>
        ) : (
          code
        )}
      </td>
      <td className={css.to}>
        {order && <span title={order.shop}>{order.number}</span>} <strong>{name}</strong> {placeText(to, i18n.language)}
      </td>
      {why === undefined ? (
        <>
          <td className={css.service}>{service === undefined ? '–' : t(`service.${service}`)}</td>
          <td className={css.format}>{packaging === undefined ? '–' : t(`packaging.${packaging}`)}</td>
        </>
      ) : (
        <td colSpan={2} className={css.why} data-tone={row.state}>
          <span className={css.cut} title={why}>
            {why}
          </span>
          <RowAct row={row} acts={acts} />
        </td>
      )}
      <td className={css.weight}>
        {grams === undefined ? '–' : t('mailroom.grams', { grams: grams.toLocaleString(i18n.language) })}
      </td>
      <td className={css.price}>{pence === undefined ? '–' : <Money pence={toPence(pence)} />}</td>
      <td className={css.costcenter}>{costcenter ?? '–'}</td>
      <td className={css.since}>{sinceText(since, i18n.language)}</td>
    </>
  )
}

/** The time of today, the day of another day. */
function sinceText(since: string, language: string): string {
  const then = new Date(since)
  return then.toDateString() === new Date().toDateString()
    ? then.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })
    : then.toLocaleDateString(language, { day: 'numeric', month: 'short' })
}
