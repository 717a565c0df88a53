import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../accounts/balance-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/progress.tsx'
import css from './side-card.module.css'

/** The available balance, and the amount on hold for open purchases. */
export function BalanceCard() {
  const { t, i18n } = useTranslation()
  const { account, balance, isPending, isError, retry } = useBalance()
  return (
    <Card title={t('home.balance')}>
      {isError && (
        <Notice tone="warn" action={<Button onPress={retry}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {isPending && !isError && <Spinner />}
      {!isPending && !account && !isError && (
        <div className={css.text}>
          <p>{t('home.no_account')}</p>
          <p className={css.more}>{t('home.no_account_text')}</p>
        </div>
      )}
      {account && balance && (
        <div className={css.text}>
          <p className={css.amount}>
            <Money pence={toPence(balance.balance)} size="total" />
            <span className={css.more}>{t('home.can_spend')}</span>
          </p>
          <p className={css.more}>{account.name}</p>
          {balance.held > 0 && (
            <p className={css.more}>
              {t('home.on_hold', { amount: formatPence(toPence(balance.held), i18n.language) })}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}
