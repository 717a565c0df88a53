import { useTranslation } from 'react-i18next'
import css from './broken-page.module.css'
import { LanguageSwitch } from './language-switch.tsx'

/** Shown instead of every page that came over plain http from another computer: browsers then withhold `crypto.subtle`. */
export function InsecurePage() {
  const { t } = useTranslation()
  const here = `http://127.0.0.1${location.port && `:${location.port}`}`
  return (
    <main className={css.broken}>
      <h1>{t('insecure.title')}</h1>
      <p role="alert">{t('insecure.text', { host: location.host })}</p>
      <ul className={css.steps}>
        <li>{t('insecure.user')}</li>
        <li>{t('insecure.here', { address: here })}</li>
        <li>{t('insecure.operator')}</li>
      </ul>
      <LanguageSwitch />
    </main>
  )
}
