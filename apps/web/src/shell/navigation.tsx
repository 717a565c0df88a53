import { ATTENTION_COUNTED } from '@postroom/contract/attention'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { attentionQuery } from '../attention/attention-query.ts'
import { PAGE_ICONS } from '../page-icons.ts'
import { href } from '../pages.ts'
import { useListedPages } from '../session/use-listed-pages.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { MorePages } from './more-pages.tsx'
import css from './navigation.module.css'

const GROUPS = ['post', 'set_up'] as const

/** So many pages fit into the bar of a phone, beside 'More'. */
const ON_A_PHONE = 4

/** The navigation: at the left on a desktop, icons only in a narrow window, at the bottom on a phone. */
export function Navigation() {
  const { t } = useTranslation()
  const pages = useListedPages()
  const further = pages.slice(ON_A_PHONE).map(({ name }) => name)
  return (
    <nav className={css.navigation} aria-label={t('shell.navigation')}>
      {GROUPS.map((group) => (
        <Fragment key={group}>
          {group === 'set_up' && <p className={css.group}>{t('shell.set_up')}</p>}
          {pages
            .filter((page) => page.group === group)
            .map(({ name }) => (
              <NavLink
                key={name}
                to={href(name)}
                title={t(`page.${name}`)}
                className={({ isActive }) =>
                  classNames(css.place, isActive && css.current, further.includes(name) && css.further)
                }
              >
                <Icon of={PAGE_ICONS[name]} />
                <span className={css.text}>{t(`page.${name}`)}</span>
                {name === 'mailroom' && <WaitingCount />}
              </NavLink>
            ))}
        </Fragment>
      ))}
      {further.length > 0 && <MorePages pages={further} />}
    </nav>
  )
}

/** How many parcels wait in the mailroom, for those who buy for colleagues. */
function WaitingCount() {
  const { t } = useTranslation()
  const { data } = useQuery(attentionQuery())
  const total = data?.mailroom.total ?? 0
  if (total === 0) return null
  const count = total < ATTENTION_COUNTED ? total : `${ATTENTION_COUNTED - 1}+`
  return (
    <>
      {' '}
      <span className={css.count}>
        {count} <span className="visually-hidden">{t('shell.waiting')}</span>
      </span>
    </>
  )
}
