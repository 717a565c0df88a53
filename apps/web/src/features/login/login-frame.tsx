import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Footer } from '../../shell/footer.tsx'
import { Wordmark } from '../../shell/wordmark.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { EnvelopeDrawing } from './envelope-drawing.tsx'
import { LanguageChoice } from './language-choice.tsx'
import css from './login-page.module.css'

const POINTS = ['point_price', 'point_print', 'point_once'] as const

/** The frame of the pages for signed-out users, with a link to `elsewhere` below the form. */
export function LoginFrame(props: { title: string; children: ReactNode; elsewhere: { href: string; label: string } }) {
  const { title, children, elsewhere } = props
  const { t } = useTranslation()
  return (
    <div className={css.page}>
      <header className={css.top}>
        <Wordmark />
        <LanguageChoice />
      </header>
      <main className={css.main}>
        <section className={css.form}>
          <Page title={title}>
            {children}
            <p className={css.elsewhere}>
              <LinkButton variant="link" href={elsewhere.href}>
                {elsewhere.label}
              </LinkButton>
            </p>
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
