import { isContractId } from '@postroom/domain/tariffs/contract-list'
import { channelOf } from '@postroom/domain/tariffs/channels'
import type { RateQuote } from '@postroom/contract/rate'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { Money } from '../ui/money.tsx'
import css from './price-lines.module.css'

/** The lines that add up to the price, the price list, and the sources of an unconfirmed price. */
export function PriceLines({ quote }: { quote: Pick<RateQuote, 'explanation' | 'tariff' | 'charges'> }) {
  const { t, i18n } = useTranslation()
  const from = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${quote.tariff.effective_from}T00:00:00Z`),
  )
  const { confidence, sources } = quote.tariff
  return (
    <div className={css.lines}>
      <dl aria-label={t('shipping.how_total')}>
        {quote.explanation.map((line) => (
          <div key={line.code} className={css.line}>
            <dt>{t(`explanation.${line.code}`, line.values)}</dt>
            <dd>
              <Money pence={toPence(line.amount)} />
            </dd>
          </div>
        ))}
        <div className={css.sum}>
          <dt>
            {t('shipping.price_list', {
              name: t(`shipping.price_list_name.${isContractId(quote.tariff) ? 'contract' : channelOf(quote.tariff)}`),
              date: from,
            })}
          </dt>
          <dd>
            <Money pence={toPence(quote.charges.total_charge)} />
          </dd>
        </div>
      </dl>
      {confidence === 'low' && (
        <p className={css.sources}>
          <strong>{t('shipping.unconfirmed_text')} </strong>
          {t('shipping.price_sources')} <span lang="en">{sources.join('; ')}</span>
        </p>
      )}
    </div>
  )
}
