import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Choice } from '../../ui/choice.tsx'
import { Page } from '../../ui/page.tsx'
import { AccountView } from './account-view.tsx'
import css from './administration.module.css'
import { UsersView } from './users-view.tsx'

const VIEWS = ['users', 'account'] as const
type View = (typeof VIEWS)[number]

/** What a manager looks after; the address says which part is open. @see spec §6 */
export function Component() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const view = VIEWS.find((name) => name === query.get('view')) ?? 'users'
  return (
    <Page title={t('page.administration')} isWide>
      <div className={css.page}>
        <Choice<View>
          label={t('administration.parts')}
          name="view"
          look="segments"
          value={view}
          onChange={(chosen) => setQuery({ view: chosen })}
          options={VIEWS.map((value) => ({ value, label: t(`administration.part.${value}`) }))}
        />
        {view === 'users' ? <UsersView /> : <AccountView />}
      </div>
    </Page>
  )
}
