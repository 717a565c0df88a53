import { ATTENTION_COUNTED } from '@postroom/contract/attention'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { attentionQuery } from '../attention/attention-query.ts'
import { href, PAGE_NAMES, PAGES } from '../pages.ts'
import { isInPlan } from '../session/module-access.ts'
import { useUser } from '../session/use-session.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import css from './navigation.module.css'

const GROUPS = ['post', 'set_up'] as const

/** The navigation: at the left on a desktop, icons only in a narrow window, at the bottom on a phone. */
export function Navigation() {
  const { t } = useTranslation()
  const { plan } = useUser()
  return (
    <nav className={css.navigation} aria-label={t('shell.navigation')}>
      {GROUPS.map((group) => (
        <Fragment key={group}>
          {group === 'set_up' && <p className={css.group}>{t('shell.set_up')}</p>}
          {PAGE_NAMES.filter((name) => PAGES[name].group === group)
            .map((name) => (isInPlan(PAGES[name], plan) ? name : PAGES[name].instead))
            .filter((name) => name !== undefined)
            .map((name) => (
              <NavLink
                key={name}
                to={href(name)}
                title={t(`page.${name}`)}
                className={({ isActive }) => classNames(css.place, isActive && css.current)}
              >
                <Icon of={PAGES[name].icon} />
                <span className={css.text}>{t(`page.${name}`)}</span>
                {name === 'mailroom' && <WaitingCount />}
              </NavLink>
            ))}
        </Fragment>
      ))}
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
