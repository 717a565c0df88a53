import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Choice } from '../../ui/choice.tsx'
import { Page } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import css from './operator.module.css'

/** Each part is loaded when it is opened. */
const VIEWS = {
  money: lazy(async () => ({ default: (await import('./money-view.tsx')).MoneyView })),
  bank: lazy(async () => ({ default: (await import('./bank/bank-view.tsx')).BankView })),
  invoices: lazy(async () => ({ default: (await import('./invoices/invoices-view.tsx')).InvoicesView })),
  contracts: lazy(async () => ({ default: (await import('./contracts/contracts-view.tsx')).ContractsView })),
}
type View = keyof typeof VIEWS
const NAMES = Object.keys(VIEWS) as View[]

/** For those who run the installation: money that arrives, the bank, invoices of carriers, and contract prices. The address says which part is open. */
export function Component() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const view = NAMES.find((name) => name === query.get('view')) ?? 'money'
  const Shown = VIEWS[view]
  return (
    <Page title={t('page.operator')} isWide>
      <div className={css.page}>
        <Choice<View>
          label={t('operator.parts')}
          name="view"
          look="segments"
          value={view}
          // at once: two presses of an arrow are two changes
          onChange={(chosen) => setQuery({ view: chosen }, { flushSync: true })}
          options={NAMES.map((value) => ({ value, label: t(`operator.part.${value}`) }))}
        />
        <Suspense fallback={<Progress label={t('common.loading')} />}>
          <Shown />
        </Suspense>
      </div>
    </Page>
  )
}
