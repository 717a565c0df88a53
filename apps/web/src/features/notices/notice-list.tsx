import { useTranslation } from 'react-i18next'
import { localeOf } from '../../i18n.ts'
import type { Notice } from './notice-queries.ts'
import { NoticeRow } from './notice-row.tsx'
import css from './notices.module.css'

/** Notices below the day they came on, newest first. */
export function NoticeList({ notices, onOpen }: { notices: readonly Notice[]; onOpen: (notice: Notice) => void }) {
  const { i18n } = useTranslation()
  const day = new Intl.DateTimeFormat(localeOf(i18n.language), { weekday: 'long', day: 'numeric', month: 'long' })
  const days = Map.groupBy(notices, ({ created_at }) => day.format(new Date(created_at)))
  return [...days].map(([name, rows]) => (
    <section key={name} aria-label={name}>
      <h2 className={css.day}>{name}</h2>
      <ul className={css.rows}>
        {rows.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onOpen={() => onOpen(notice)} />
        ))}
      </ul>
    </section>
  ))
}
