import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { chainQuery, useCheckChain } from './audit-queries.ts'
import { instantOf } from './audit-texts.ts'
import css from './audit.module.css'

/** Whether the log is whole, as the first sentence of the page. */
export function ChainNotice({ onSave }: { onSave: () => void }) {
  const { t, i18n } = useTranslation()
  const query = useQuery(chainQuery())
  const check = useCheckChain()
  const chain = query.data
  const now = (
    <Button isPending={check.isPending} onPress={() => check.mutate()}>
      {t('audit.check_now')}
    </Button>
  )
  if (query.isError && !chain)
    return (
      <Notice tone="warn" action={<Button onPress={() => void query.refetch()}>{t('common.try_again')}</Button>}>
        {t('audit.state_unknown')}
      </Notice>
    )
  if (!chain) return <Progress label={t('common.loading')} />
  const { entries, verified, checked_at, broken, last_hash } = chain
  if (checked_at === undefined || (verified === 0 && broken === undefined))
    return <Notice title={t('audit.not_verified', { count: entries })} action={now} isLive />
  const when = t('audit.verified_at', { when: instantOf(checked_at, i18n.language) })
  if (broken !== undefined)
    return (
      <Notice
        tone="error"
        title={t('audit.broken', { number: broken.toLocaleString(i18n.language) })}
        action={
          <>
            <Button onPress={onSave}>{t('audit.save_log')}</Button> {now}
          </>
        }
        isLive
      >
        {when} {t('audit.broken_text')}
      </Notice>
    )
  return (
    <Notice tone="good" title={t('audit.whole', { count: verified })} action={now} isLive>
      {when} {entries > verified && t('audit.newer', { count: entries - verified })}{' '}
      {last_hash !== undefined && (
        <span className={css.hash}>
          {t('audit.last')} <code>{last_hash.slice(0, 16)}</code>
        </span>
      )}
    </Notice>
  )
}
