import type { CarrierAccount } from '@postroom/contract/carrier'
import { CARRIERS } from '@postroom/domain/catalogue/carriers'
import { toPence } from '@postroom/domain/money'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import css from '../administration.module.css'
import { LimitsDialog } from './limits-dialog.tsx'

/** The price list that an account pays, and what the server lets it spend. */
export function LimitsCard({ account }: { account: CarrierAccount }) {
  const { t, i18n } = useTranslation()
  const [isChanging, setChanging] = useState(false)
  const { carrier_code, is_active, pricing, low_balance, limits } = account
  const pounds = (pence: number | null, without: string) =>
    pence === null ? without : formatPence(toPence(pence), i18n.language)
  const { pence_per_day, purchases_per_minute } = limits
  const facts = {
    price_list: t(`administration.channels.${pricing}`),
    low_balance: pounds(low_balance, t('account.never')),
    a_day: pounds(pence_per_day, t('account.no_limit')),
    a_minute:
      purchases_per_minute === null ? t('account.no_limit') : t('account.purchases', { count: purchases_per_minute }),
  }
  return (
    <Card
      title={CARRIERS.find(({ code }) => code === carrier_code)?.name ?? carrier_code}
      note={<Badge tone={is_active ? 'good' : 'neutral'}>{t(is_active ? 'account.active' : 'account.inactive')}</Badge>}
    >
      <dl className={css.kept}>
        {(Object.keys(facts) as (keyof typeof facts)[]).map((fact) => (
          <div key={fact}>
            <dt>{t(`account.limit.${fact}`)}</dt>
            <dd>{facts[fact]}</dd>
          </div>
        ))}
      </dl>
      <Button icon={SlidersHorizontal} onPress={() => setChanging(true)}>
        {t('administration.change_limits')}
      </Button>
      {isChanging && <LimitsDialog account={account} onClose={() => setChanging(false)} />}
    </Card>
  )
}
