import type { Shop } from '@postroom/contract/shop'
import { CircleCheck, PlugZap, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { StateWord } from '../../../ui/lists/state-word.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useShopAct } from './shop-queries.ts'
import css from './shops.module.css'

/** A connected shop: when its orders came last, what went wrong, and what can be done. */
export function ShopRow({ shop }: { shop: Shop }) {
  const { t, i18n } = useTranslation()
  const { id: shopId, name, kind, url, imported_at, trouble, reports } = shop
  const acts = useShopAct()
  const [isEnding, setEnding] = useState(false)
  const named = (act: string) => ({ 'aria-label': `${act}, ${name}`, children: act })
  const at =
    imported_at && new Date(imported_at).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className={css.shop}>
      <div>
        <strong>{name}</strong>{' '}
        <span className={css.quiet}>
          {t(`shops.kind.${kind}`)}, {url}
        </span>
        {trouble === undefined ? (
          <div className={css.state}>
            <StateWord icon={at ? CircleCheck : RefreshCw} tone={at ? 'good' : 'neutral'}>
              {at ? t('shops.imported', { at }) : t('shops.importing')}
            </StateWord>
          </div>
        ) : (
          <Notice tone="warn">
            {t(`shops.trouble.${trouble}`)} {at && t('shops.last', { at })}
          </Notice>
        )}
        {reports.waiting > 0 && <p className={css.quiet}>{t('shops.waiting', { count: reports.waiting })}</p>}
        {reports.failed > 0 && <Notice tone="warn">{t('shops.failed', { count: reports.failed })}</Notice>}
        {acts.data !== undefined && (
          <Notice tone={acts.data === 'connected' ? 'good' : 'error'} isLive>
            {t(acts.data === 'connected' ? 'shops.accepted' : `shops.trouble.${acts.data}`)}
          </Notice>
        )}
      </div>
      <div className={css.acts}>
        <Button
          icon={RefreshCw}
          isPending={acts.isPending}
          onPress={() => acts.mutate({ act: 'import', shopId })}
          {...named(t('shops.import'))}
        />
        <Button
          icon={PlugZap}
          variant="quiet"
          onPress={() => acts.mutate({ act: 'test', shopId })}
          {...named(t('shops.test'))}
        />
        <Button icon={Unplug} variant="quiet" onPress={() => setEnding(true)} {...named(t('shops.remove'))} />
      </div>
      <Dialog
        role="alertdialog"
        title={t('shops.remove_title', { name })}
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        actions={
          <>
            <Button
              variant="primary"
              isPending={acts.isPending}
              onPress={() => acts.mutate({ act: 'remove', shopId }, { onSuccess: () => setEnding(false) })}
            >
              {t('shops.remove')}
            </Button>
            <Button variant="quiet" onPress={() => setEnding(false)}>
              {t('common.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('shops.remove_text')}</p>
        {reports.waiting > 0 && <p>{t('shops.remove_waiting', { count: reports.waiting })}</p>}
      </Dialog>
    </li>
  )
}
