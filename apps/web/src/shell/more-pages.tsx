import { Ellipsis } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { PAGE_ICONS } from '../page-icons.ts'
import { href, type PageName } from '../pages.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import css from './navigation.module.css'

/** On a phone: the pages for which its bar has no room. */
export function MorePages({ pages }: { pages: readonly PageName[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const current = pages.find((name) => href(name) === pathname)
  return (
    <div className={css.more}>
      <Menu
        label={t('shell.more')}
        trigger={
          <AriaButton className={classNames(css.place, current && css.current)}>
            <Icon of={Ellipsis} />
            <span className={css.text}>{t('shell.more')}</span>
            {current && <span className="visually-hidden">{t(`page.${current}`)}</span>}
          </AriaButton>
        }
        acts={pages.map((name) => ({
          id: name,
          label: t(`page.${name}`),
          icon: PAGE_ICONS[name],
          onAction: () => void navigate(href(name)),
        }))}
      />
    </div>
  )
}
