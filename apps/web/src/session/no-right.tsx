import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { href, PAGE_NAMES, PAGES, type Page } from '../pages.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page as Screen } from '../ui/page.tsx'
import { colleaguesQuery } from './colleagues-query.ts'
import css from './no-right.module.css'

/** Instead of a page that the user may not open: the role it needs, theirs, and the people that can give it. */
export function NoRight({ page, roles }: { page: Page; roles: readonly string[] }) {
  const { t, i18n } = useTranslation()
  const title = t(`page.${PAGE_NAMES.find((name) => PAGES[name] === page)}`)
  const needed = page.permission === 'top_up' ? 'operator' : 'manager'
  // managers cannot make anybody an operator
  const { data: colleagues } = useQuery({ ...colleaguesQuery(), enabled: needed === 'manager' })
  const managers = colleagues?.filter(({ is_manager }) => is_manager).map(({ fullname }) => fullname) ?? []
  const listed = (names: string[]) => new Intl.ListFormat(i18n.language).format(names)
  const own = listed(roles.map((role) => t(`administration.role.${role}`)))
  return (
    <>
      <span className={css.lock} aria-hidden="true">
        <Icon of={Lock} size="large" />
      </span>
      <Screen title={t('session.no_right')} documentTitle={title}>
        <p className={css.text}>{t('session.no_right_text', { page: title })}</p>
        <div className={css.card}>
          <Card>
            <dl className={css.facts}>
              <dt>{t('session.needed')}</dt>
              <dd>{t('session.role', { role: t(`administration.role.${needed}`) })}</dd>
              <dt>{t('session.yours')}</dt>
              <dd>{own === '' ? t('session.no_role') : t('session.role', { role: own })}</dd>
              {needed === 'manager' && managers.length > 0 && (
                <>
                  <dt>{t('session.given_by')}</dt>
                  <dd>{listed(managers)}</dd>
                </>
              )}
            </dl>
          </Card>
        </div>
        <LinkButton href={href('home')} variant="primary">
          {t('session.go_home')}
        </LinkButton>
      </Screen>
    </>
  )
}
