import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import css from '../administration.module.css'
import { retentionQuery } from './office-queries.ts'

/** How long personal data is kept, and what stays. */
export function RetentionView() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(retentionQuery())
  return (
    <Card title={t('administration.part.retention')}>
      {isError && (
        <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {!data && !isError && <Progress label={t('common.loading')} />}
      {data && (
        <>
          <dl className={css.kept}>
            {data.map(({ kind, days }) => (
              <div key={kind}>
                <dt>{t(`administration.kept.${kind}`)}</dt>
                <dd>{t('administration.days', { count: days })}</dd>
              </div>
            ))}
          </dl>
          <p>{t('administration.kept_for_good')}</p>
          <p className={css.quiet}>{t('administration.kept_by')}</p>
        </>
      )}
    </Card>
  )
}
