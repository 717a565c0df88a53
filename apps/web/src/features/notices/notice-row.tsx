import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Notice } from './notice-queries.ts'
import { noticeWords } from './notice-words.ts'
import css from './notices.module.css'

/** One notice: new or read, what happened, and one act, which marks it as read. */
export function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { t, i18n } = useTranslation()
  const { icon, tone, title, text, act, to } = noticeWords(notice, t, i18n.language)
  const at = new Date(notice.created_at)
  return (
    <li className={css.row} data-new={!notice.read || undefined} data-tone={tone}>
      <span className={css.dot}>{!notice.read && <span className="visually-hidden">{t('notices.new')}</span>}</span>
      <Icon of={icon} />
      <div className={css.text}>
        <p className={css.title}>{title}</p>
        <p className={css.facts}>{text}</p>
      </div>
      <LinkButton href={to} label={t('common.about', { what: act, text: title })} onPress={onOpen}>
        {act}
      </LinkButton>
      <time className={css.time} dateTime={notice.created_at}>
        {at.toLocaleTimeString(i18n.language, { timeStyle: 'short' })}
      </time>
    </li>
  )
}
