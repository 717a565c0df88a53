import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../../api/use-debounced.ts'
import { formatPence } from '../../../ui/format-pence.ts'
import { placeText } from '../rows/place-text.ts'
import type { QueueRow } from '../rows/queue-row.ts'
import type { Entry } from '../use-entry.ts'

/** A price that stays this long is said: not each one on the way to a weight. */
const SETTLED_MS = 600

/** Says the row being done, and its price. The focus stays in the scan field, and the cells of each row are new. */
export function ActiveAloud({ row, entry }: { row: QueueRow | undefined; entry: Entry }) {
  const { t, i18n } = useTranslation()
  const { quote } = entry
  const price =
    row && quote
      ? t('mailroom.price_of', {
          code: row.code,
          service: t(`service.${quote.service.code}`),
          price: formatPence(toPence(quote.charges.total_charge), i18n.language),
        })
      : ''
  return (
    <>
      <output className="visually-hidden">
        {row &&
          t('mailroom.now_for', {
            code: row.code,
            name: companyOrPerson(row.to),
            place: placeText(row.to, i18n.language),
          })}
      </output>
      <output className="visually-hidden">{useDebounced(price, SETTLED_MS)}</output>
    </>
  )
}
