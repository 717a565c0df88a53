import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { colleaguesQuery } from '../../../session/colleagues-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { KeyRow } from './key-row.tsx'
import { everyAccountQuery, keysQuery } from './key-queries.ts'
import css from './keys.module.css'
import { MakeKeyDialog } from './make-key-dialog.tsx'

/** The API keys with which programs act for a manager. @see decision 040 */
export function KeysView() {
  const { t } = useTranslation()
  const { data: keys, isError, refetch } = useQuery(keysQuery())
  const { data: accounts = [] } = useQuery(everyAccountQuery())
  const { data: people = [] } = useQuery(colleaguesQuery())
  const [isMaking, setMaking] = useState(false)
  if (isError && !keys)
    return (
      <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('keys.not_loaded')}
      </Notice>
    )
  if (!keys) return <Progress label={t('common.loading')} />
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]))
  const make = (
    <Button icon={KeyRound} variant={keys.length === 0 ? 'primary' : 'secondary'} onPress={() => setMaking(true)}>
      {t('keys.make')}
    </Button>
  )
  return (
    <>
      <Card title={t('keys.title')} {...(keys.length > 0 && { action: make })}>
        {keys.length === 0 ? (
          <EmptyState icon={KeyRound} title={t('keys.none')} action={make}>
            {t('keys.none_text')}
          </EmptyState>
        ) : (
          <ul className={css.keys}>
            {keys.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                accountNames={accountNames}
                maker={people.find(({ id }) => id === key.made_by)?.fullname}
              />
            ))}
          </ul>
        )}
      </Card>
      {isMaking && <MakeKeyDialog onClose={() => setMaking(false)} />}
    </>
  )
}
