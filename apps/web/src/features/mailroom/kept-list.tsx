import { useTranslation } from 'react-i18next'
import { writtenWeight } from '../../formats/written-weight.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Order } from './rows/kept-orders.ts'
import css from './mailroom-page.module.css'

/** Rows taken without a connection: they are not bought before it returns. */
export function KeptList({ orders, onForget }: { orders: readonly Order[]; onForget: (code: string) => void }) {
  const { t, i18n } = useTranslation()
  return (
    <div aria-live="polite">
      {orders.length > 0 && (
        <Notice tone="warn" title={t('mailroom.kept.title', { count: orders.length })}>
          <p>{t('mailroom.kept.text')}</p>
          <ul className={css.kept} aria-label={t('mailroom.kept.title', { count: orders.length })}>
            {orders.map(({ code, grams, sent }) => (
              <li key={code}>
                {t('mailroom.kept.row', { code, weight: writtenWeight(grams, i18n.language) })}
                {!sent && (
                  <Button
                    variant="link"
                    aria-label={t('mailroom.kept.forget', { code })}
                    onPress={() => onForget(code)}
                  >
                    {t('mailroom.kept.remove')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
