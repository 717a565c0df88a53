import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { toPence } from '@postroom/domain/money'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { ArrowRight, Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'
import { Spinner } from '../../../ui/progress.tsx'
import { placeText } from '../rows/place-text.ts'
import own from './active-cells.module.css'
import css from './queue-table.module.css'
import { CorrectIt } from './row-act.tsx'
import type { QueueRow } from '../rows/queue-row.ts'
import type { Entry } from '../use-entry.ts'

export const WEIGHT_ID = 'queue-weight'
export const SERVICE_ID = 'queue-service'

interface ActiveCellsProps {
  row: QueueRow
  entry: Entry
  /** Why it has no price, or cannot be bought. */
  problem: string | undefined
  onBuy: () => void
  /** Enter in a field: back to the scan field. */
  onDone: () => void
}

/** The row being done, with its fields. */
export function ActiveCells({ row, entry, problem, onBuy, onDone }: ActiveCellsProps) {
  const { t, i18n } = useTranslation()
  const { code, to } = row
  const quotes = entry.rates?.data ?? []
  const chosen = entry.service ?? entry.quote?.service.code
  const known: readonly ServiceCode[] = quotes.map((quote) => quote.service.code)
  const format = row.packaging === undefined ? '' : t(`packaging.${row.packaging}`)
  const back = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onDone()
  }
  const address = row.queued?.shipment.to.address1
  return (
    <>
      <td>
        <Icon of={ArrowRight} />
      </td>
      <td className={css.state}>
        <strong>{t('mailroom.now')}</strong>
      </td>
      <td className={css.code}>{code}</td>
      <td className={css.to}>
        <strong className={own.name}>{companyOrPerson(to)}</strong>
        <span className={own.address}>{[address, placeText(to, i18n.language)].filter(Boolean).join(', ')}</span>
        {row.queued?.order && <span className={own.note}>{t('order.of', { ...row.queued.order })}</span>}
        {row.note !== '' && <span className={own.note}>{row.note}</span>}
        {problem !== undefined && (
          <span className={own.problem}>
            <span role="alert" className={css.cut} title={problem}>
              {problem}
            </span>
            <CorrectIt code={code} />
          </span>
        )}
      </td>
      <td colSpan={2} className={css.field}>
        <label className={own.label} htmlFor={SERVICE_ID}>
          {t('mailroom.column.service')} <kbd aria-hidden="true">Alt S</kbd>
        </label>
        {/* a list of the browser: it opens and chooses with the fewest keys, and needs no place in the row */}
        <select
          id={SERVICE_ID}
          aria-keyshortcuts="Alt+S"
          className={own.control}
          onKeyDown={back}
          value={chosen ?? ''}
          onChange={(event) => entry.setService(event.target.value as ServiceCode)}
        >
          {chosen === undefined && <option value="">{t('mailroom.cheapest')}</option>}
          {chosen !== undefined && !known.includes(chosen) && <option value={chosen}>{t(`service.${chosen}`)}</option>}
          {quotes.map((quote, index) => (
            <option key={quote.service.code} value={quote.service.code}>
              {[
                `${index + 1}. ${t(`service.${quote.service.code}`)}`,
                format,
                formatPence(toPence(quote.charges.total_charge), i18n.language),
              ]
                .filter(Boolean)
                .join(', ')}
            </option>
          ))}
        </select>
      </td>
      <td className={css.field}>
        <label className={own.label} htmlFor={WEIGHT_ID}>
          {t('mailroom.column.weight')} <kbd aria-hidden="true">Alt W</kbd>
        </label>
        <span className={own.control}>
          <input
            id={WEIGHT_ID}
            aria-keyshortcuts="Alt+W"
            inputMode="decimal"
            onKeyDown={back}
            autoComplete="off"
            value={entry.weight}
            onChange={(event) => entry.setWeight(event.target.value)}
            maxLength={12}
          />
          g {entry.isFromScale && <Icon of={Scale} size="small" />}
        </span>
      </td>
      <td className={css.amount}>
        {entry.isPricing ? (
          <Spinner size={18} label={t('mailroom.pricing')} />
        ) : entry.quote ? (
          <Money pence={toPence(entry.quote.charges.total_charge)} size="display" />
        ) : (
          '–'
        )}
      </td>
      <td colSpan={2} className={css.buy}>
        <Button variant="primary" shortcut="Enter" onPress={onBuy}>
          {t('mailroom.buy_and_print')}
        </Button>
      </td>
    </>
  )
}
