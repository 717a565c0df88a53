import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { timeAgo } from '../../formats/time-ago.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { browserOf } from './browser-of.ts'
import { sessionsQuery, useEndSession, type Session } from './profile-queries.ts'
import css from './rows.module.css'

/** Where the user is signed in; every session but this one can be ended. */
export function SessionsCard() {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const sessions = useQuery(sessionsQuery())
  const end = useEndSession()
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0
  /** The button that had the focus goes with its row. */
  const onSuccess = () => list.current?.focus()
  return (
    <Card
      title={t('profile.sessions')}
      action={
        others > 1 && (
          <Button
            variant="link"
            isPending={end.isPending && end.variables === undefined}
            onPress={() => end.mutate(undefined, { onSuccess })}
          >
            {t('profile.end_others', { count: others })}
          </Button>
        )
      }
    >
      {sessions.isPending && <Progress label={t('common.loading')} />}
      {sessions.isError && (
        <Notice tone="error" action={<Button onPress={() => void sessions.refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {sessions.data && (
        <ul ref={list} tabIndex={-1} aria-label={t('profile.sessions')} className={css.rows}>
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              now={new Date(sessions.dataUpdatedAt)}
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id, { onSuccess })}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function SessionRow(props: { session: Session; now: Date; isEnding: boolean; onEnd: () => void }) {
  const { session, now, isEnding, onEnd } = props
  const { t, i18n } = useTranslation()
  const { browser, system, isHandheld } = browserOf(session.user_agent)
  const name =
    browser && system ? t('profile.browser_on', { browser, system }) : (browser ?? t('profile.unknown_browser'))
  const started = new Date(session.started_at)
  const when = session.current
    ? t('profile.since', { time: started.toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }) })
    : t('profile.last_seen', { ago: timeAgo(new Date(session.renewed_at), now, i18n.language) })
  return (
    <li className={css.row}>
      <Icon of={isHandheld ? Smartphone : Monitor} />
      <div className={css.text}>
        <p className={css.name}>
          {name} {session.current && <Badge tone="good">{t('profile.here')}</Badge>}
        </p>
        <p className={css.quiet}>
          {session.address} · {when}
        </p>
      </div>
      {!session.current && (
        <Button aria-label={t('profile.end_of', { name })} isPending={isEnding} onPress={onEnd}>
          {t('profile.end')}
        </Button>
      )}
    </li>
  )
}
