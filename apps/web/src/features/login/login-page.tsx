import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { Footer } from '../../shell/footer.tsx'
import { LanguageSwitch } from '../../shell/language-switch.tsx'
import { Wordmark } from '../../shell/wordmark.tsx'
import { safeReturnUrl } from '../../session/safe-return-url.ts'
import { useSession } from '../../session/use-session.ts'
import { Page } from '../../ui/page.tsx'
import { EnvelopeDrawing } from './envelope-drawing.tsx'
import css from './login-page.module.css'
import { SignInForm } from './sign-in-form.tsx'

const POINTS = ['point_price', 'point_print', 'point_once'] as const

/** The way in. `returnUrl` is the page to open afterwards, `error` a message to show. @see spec §2, §8 */
export function Component() {
  const { t } = useTranslation()
  const session = useSession()
  const [query] = useSearchParams()
  if (session) return <Navigate to={safeReturnUrl(query.get('returnUrl'), location.origin)} replace />
  return (
    <div className={css.page}>
      <header className={css.top}>
        <Wordmark />
        <LanguageSwitch />
      </header>
      <main className={css.main}>
        <section className={css.form}>
          <Page title={t('login.title')}>
            <SignInForm message={query.get('error') ?? undefined} />
          </Page>
        </section>
        <aside className={css.welcome}>
          <EnvelopeDrawing />
          <h2 className={css.slogan}>{t('login.welcome')}</h2>
          <p className={css.pitch}>{t('login.pitch')}</p>
          <ul className={css.points}>
            {POINTS.map((point) => (
              <li key={point}>{t(`login.${point}`)}</li>
            ))}
          </ul>
        </aside>
      </main>
      <Footer />
    </div>
  )
}
