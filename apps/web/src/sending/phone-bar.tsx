import type { RateQuote } from '@postroom/contract/rate'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Money } from '../ui/money.tsx'
import css from './phone-bar.module.css'

/** The total and the Buy button, fixed at the foot of a phone. */
export function PhoneBar(props: {
  quote: RateQuote | undefined
  isBuying: boolean
  /** Buy was pressed and waits for what is still loading. */
  isWaiting: boolean
  onBuy: () => void
}) {
  const { quote, isBuying, isWaiting, onBuy } = props
  const { t } = useTranslation()
  if (!quote) return null
  return (
    <div className={css.bar}>
      <span className={css.sum}>
        <Money pence={toPence(quote.charges.total_charge)} size="display" />
        <span className={css.service}>{t(`service.${quote.service.code}`)}</span>
      </span>
      <Button variant="primary" isPending={isBuying || isWaiting} onPress={onBuy}>
        {t(isBuying ? 'shipping.buying' : 'shipping.buy')}
      </Button>
    </div>
  )
}
