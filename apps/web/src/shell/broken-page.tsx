import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { Button } from '../ui/button.tsx'
import css from './broken-page.module.css'

/** Shown instead of a page that threw. Offers to reload, which also helps after an update of the app. */
export function BrokenPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  return (
    <main className={css.broken}>
      <h1>{t('shell.broken_title')}</h1>
      <p role="alert">{t('shell.broken_text')}</p>
      {error instanceof Error && <code className={css.detail}>{error.name}</code>}
      <Button variant="primary" onPress={() => location.reload()}>
        {t('shell.reload')}
      </Button>
    </main>
  )
}
