import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Choice } from '../../ui/choice.tsx'
import { Page } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import css from './administration.module.css'

/** Each part is loaded when it is opened. */
const VIEWS = {
  users: lazy(async () => ({ default: (await import('./users-view.tsx')).UsersView })),
  account: lazy(async () => ({ default: (await import('./account-view.tsx')).AccountView })),
  devices: lazy(async () => ({ default: (await import('./office/devices-view.tsx')).DevicesView })),
  prices: lazy(async () => ({ default: (await import('./office/prices-view.tsx')).PricesView })),
  shops: lazy(async () => ({ default: (await import('./shops/shops-view.tsx')).ShopsView })),
  webhooks: lazy(async () => ({ default: (await import('./webhooks/webhooks-view.tsx')).WebhooksView })),
  sign_on: lazy(async () => ({ default: (await import('./sign-on/sign-on-view.tsx')).SignOnView })),
  audit: lazy(async () => ({ default: (await import('./audit/audit-view.tsx')).AuditView })),
  keys: lazy(async () => ({ default: (await import('./keys/keys-view.tsx')).KeysView })),
  retention: lazy(async () => ({ default: (await import('./office/retention-view.tsx')).RetentionView })),
}
type View = keyof typeof VIEWS
const NAMES = Object.keys(VIEWS) as View[]

/** What a manager looks after; the address says which part is open. @see spec §6 */
export function Component() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const view = NAMES.find((name) => name === query.get('view')) ?? 'users'
  const Shown = VIEWS[view]
  return (
    <Page title={t('page.administration')} isWide>
      <div className={css.page}>
        <Choice<View>
          label={t('administration.parts')}
          name="view"
          look="segments"
          value={view}
          // at once: two presses of an arrow are two changes
          onChange={(chosen) => setQuery({ view: chosen }, { flushSync: true })}
          options={NAMES.map((value) => ({ value, label: t(`administration.part.${value}`) }))}
        />
        <Suspense fallback={<Progress label={t('common.loading')} />}>
          <Shown />
        </Suspense>
      </div>
    </Page>
  )
}
