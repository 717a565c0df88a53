import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { permissionQuery } from '../../session/module-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { CostCentersCard } from './cost-centers-card.tsx'
import { FieldsView } from './fields-view.tsx'
import { savedFieldsQuery } from './field-queries.ts'
import css from './references.module.css'

/** The rules for the references of shipments, saved by a manager. @see spec §2, §3 */
export function Component() {
  const { t } = useTranslation()
  const { data: rights } = useQuery(permissionQuery())
  const fields = useQuery(savedFieldsQuery())
  return (
    <Page title={t('page.references')} aside={<p className={css.quiet}>{t('references.counts')}</p>}>
      {fields.isError && (
        <Notice tone="error" action={<Button onPress={() => void fields.refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {!fields.isError && !(fields.data && rights) && <Progress label={t('common.loading')} />}
      {fields.data && rights && (
        <FieldsView saved={fields.data} isLocked={!rights.permissions.includes('administration')} />
      )}
      {rights && <CostCentersCard isLocked={!rights.permissions.includes('administration')} />}
    </Page>
  )
}
