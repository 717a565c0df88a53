import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './preferences.module.css'
import { ownSettingsQuery, useDeleteOwn } from './preferences-queries.ts'

const SECTIONS = ['sheet', 'slogans', 'return_address', 'sender'] as const

/** The people with preferences of their own, for a manager. */
export function OwnCard() {
  const { t, i18n } = useTranslation()
  const people = useQuery(ownSettingsQuery())
  const end = useDeleteOwn()
  const list = new Intl.ListFormat(i18n.language)
  return (
    <Card title={t('preferences.who_has_own')} note={t('preferences.they_keep_it')}>
      {people.isError && (
        <Notice tone="error" action={<Button onPress={() => void people.refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {people.data?.length === 0 && <p className={css.quiet}>{t('preferences.nobody')}</p>}
      <ul className={css.rows}>
        {people.data?.map(({ user_id, fullname, own }) => (
          <li key={user_id} className={css.row}>
            <div>
              <p className={css.name}>{fullname}</p>
              <p className={css.quiet}>
                {list.format(SECTIONS.filter((name) => own[name]).map((name) => t(`preferences.own.${name}`)))}
              </p>
            </div>
            <Button
              aria-label={t('preferences.use_default_of', { name: fullname })}
              isPending={end.isPending && end.variables === user_id}
              onPress={() => end.mutate(user_id)}
            >
              {t('preferences.use_default')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
