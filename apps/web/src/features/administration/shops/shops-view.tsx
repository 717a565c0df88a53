import { useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import css from '../administration.module.css'
import { ConnectForm } from './connect-form.tsx'
import { RulesCard } from './rules-card.tsx'
import { shopsQuery } from './shop-queries.ts'
import { ShopRow } from './shop-row.tsx'
import own from './shops.module.css'

/** The online shops whose orders come into the queue, and the rules by which they are sent. */
export function ShopsView() {
  const { t } = useTranslation()
  const { data: shops, isError, refetch } = useQuery(shopsQuery())
  const [isConnecting, setConnecting] = useState(false)
  if (isError && !shops)
    return (
      <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('shops.not_loaded')}
      </Notice>
    )
  if (!shops) return <Progress label={t('common.loading')} />
  const connect = (
    <Button icon={Store} variant={shops.length === 0 ? 'primary' : 'secondary'} onPress={() => setConnecting(true)}>
      {t('shops.connect')}
    </Button>
  )
  return (
    <div className={css.page}>
      <Card title={t('shops.title')} {...(shops.length > 0 && !isConnecting && { action: connect })}>
        {isConnecting && <ConnectForm onDone={() => setConnecting(false)} />}
        {!isConnecting && shops.length === 0 && (
          <EmptyState icon={Store} title={t('shops.none')} action={connect}>
            {t('shops.none_text')}
          </EmptyState>
        )}
        {shops.length > 0 && (
          <ul className={own.shops}>
            {shops.map((shop) => (
              <ShopRow key={shop.id} shop={shop} />
            ))}
          </ul>
        )}
      </Card>
      {shops.length > 0 && <RulesCard shops={shops} />}
    </div>
  )
}
