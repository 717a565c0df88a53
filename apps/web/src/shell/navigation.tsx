import { House, Package, Printer, type LucideIcon } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import css from './navigation.module.css'

interface Place {
  page: string
  words: 'home' | 'send' | 'printers'
  icon: LucideIcon
  /** Begins the group of what is set up once. */
  isSetUp?: true
}

/** Where a user can go, in his words; the addresses are those of spec §2. */
const PLACES: readonly Place[] = [
  { page: 'home', words: 'home', icon: House },
  { page: 'shipping-single', words: 'send', icon: Package },
  { page: 'device-preferences', words: 'printers', icon: Printer, isSetUp: true },
]

/** At the left on a desk, icons alone where it is narrow, at the foot of a phone. */
export function Navigation() {
  const { t } = useTranslation()
  return (
    <nav className={css.navigation} aria-label={t('shell.navigation')}>
      {PLACES.map(({ page, words, icon, isSetUp }) => (
        <Fragment key={page}>
          {isSetUp && <p className={css.group}>{t('shell.set_up')}</p>}
          <NavLink
            to={`/app/${page}`}
            title={t(`shell.${words}`)}
            className={({ isActive }) => classNames(css.place, isActive && css.current)}
          >
            <Icon of={icon} />
            <span className={css.words}>{t(`shell.${words}`)}</span>
          </NavLink>
        </Fragment>
      ))}
    </nav>
  )
}
