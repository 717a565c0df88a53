import { toPence } from '@postroom/domain/money'
import { Receipt } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useBalance } from '../../accounts/balance-queries.ts'
import { appConfig } from '../../app-config.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, Figures } from '../../ui/figures.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { accountIn, queryOf, STATEMENTS, type AccountFilter, type Statement } from './account/account-filter.ts'
import { ConnectionCard } from './account/connection-card.tsx'
import { ReturnServiceCard } from './account/return-service.tsx'
import { DaysTable } from './account/days-table.tsx'
import { LimitsCard } from './account/limits-card.tsx'
import { MovementsTable } from './account/movements-table.tsx'
import { VatView } from './account/vat-view.tsx'
import css from './administration.module.css'
import { AutomaticCard } from './payment/automatic-card.tsx'
import { PaymentNotice } from './payment/payment-notice.tsx'
import { PaymentsCard } from './payment/payments-card.tsx'
import { TopUpCard } from './payment/top-up-card.tsx'

const SHOWN = { movements: MovementsTable, days: DaysTable, vat: VatView }

/** The money of the account that pays: what can be spent, what is held, its limits, and three statements. */
export function AccountView() {
  const { t, i18n } = useTranslation()
  const money = useBalance()
  const { account, balance } = money
  const [search, setSearch] = useSearchParams()
  const filter = accountIn(search)
  const change = (part: Partial<AccountFilter>) => setSearch(queryOf({ ...filter, ...part }), { flushSync: true })
  const { takesCards = false } = appConfig()
  const [paidFor, paymentId] = [search.get('account'), search.get('payment')]
  const StatementShown = SHOWN[filter.statement]
  return (
    <>
      {paidFor !== null && paymentId !== null && <PaymentNotice accountId={paidFor} paymentId={paymentId} />}
      <Figures>
        {(['balance', 'held', 'posted'] as const).map((figure) => (
          <Figure
            key={figure}
            name={t(`administration.figure.${figure}`)}
            value={balance ? formatPence(toPence(balance[figure]), i18n.language) : '–'}
            {...(figure === 'posted' && { note: t('administration.figure.posted_is') })}
          />
        ))}
      </Figures>
      {money.isError && (
        <Notice tone="error" isLive action={<Button onPress={money.retry}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {money.isPending && !account && <Progress label={t('common.loading')} />}
      {!money.isPending && !money.isError && !account && (
        <EmptyState icon={Receipt} title={t('administration.no_movements')} />
      )}
      {account && (
        <div className={css.account}>
          {takesCards && (
            <div className={css.topUp}>
              <TopUpCard accountId={account.id} />
            </div>
          )}
          <div className={css.statement}>
            <StatementShown
              accountId={account.id}
              filter={filter}
              onChange={change}
              choice={
                <Choice<Statement>
                  label={t('administration.statement')}
                  name="statement"
                  look="segments"
                  value={filter.statement}
                  onChange={(statement) => change({ statement })}
                  options={STATEMENTS.map((value) => ({ value, label: t(`account.statement.${value}`) }))}
                />
              }
            />
          </div>
          <div className={takesCards ? css.below : css.page}>
            {takesCards && <AutomaticCard key={`automatic ${account.id}`} accountId={account.id} />}
            {takesCards && <PaymentsCard accountId={account.id} />}
            <LimitsCard account={account} />
            <ConnectionCard key={account.id} account={account} />
            <ReturnServiceCard account={account} />
          </div>
        </div>
      )}
    </>
  )
}
