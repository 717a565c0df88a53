import type { RateQuote } from '@postroom/contract/rate'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import css from './phone-bar.module.css'

/** The total and the Buy button, fixed at the foot of a phone. */
export function PhoneBar(props: {
  quote: RateQuote | undefined
  isBuying: boolean
  /** The price shown does not match the form yet. */
  isPricing: boolean
  isBlocked: boolean
  onBuy: () => void
}) {
  const { quote, isBuying, isPricing, isBlocked, onBuy } = props
  const { t } = useTranslation()
  if (!quote) return null
  return (
    <div className={css.bar}>
      <Money pence={toPence(quote.charges.total_charge)} size="display" />
      <Button variant="primary" isPending={isBuying || isPricing} isDisabled={isBlocked} onPress={onBuy}>
        {t(isBuying ? 'shipping.buying' : 'shipping.buy')}
      </Button>
    </div>
  )
}
