import { MailQuestionMark, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { href } from '../../pages.ts'
import { Footer } from '../../shell/footer.tsx'
import { Wordmark } from '../../shell/wordmark.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import css from './error-page.module.css'

/** A page that does not exist. The search opens without the text that was typed. @see spec §2 */
export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  return (
    <div className={css.page}>
      <header className={css.top}>
        <Wordmark href={href('home')} />
      </header>
      <main className={css.main}>
        <div className={css.stamp} aria-hidden="true">
          <Icon of={MailQuestionMark} size="picture" />
        </div>
        <Page title={t('error.code')} documentTitle={t('error.title')}>
          <p className={css.text}>{t('error.not_here')}</p>
          <p className={css.text}>{t('error.search_for_it')}</p>
          <search>
            <form
              className={css.search}
              onSubmit={(event) => {
                event.preventDefault()
                void navigate(href('search'))
              }}
            >
              <input
                className={css.input}
                type="search"
                value={text}
                onChange={(event) => setText(event.target.value)}
                placeholder={t('error.search_pages')}
                aria-label={t('error.search_pages')}
                autoComplete="off"
              />
              <Button type="submit" variant="primary" icon={Search}>
                {t('error.search')}
              </Button>
            </form>
          </search>
        </Page>
      </main>
      <Footer />
    </div>
  )
}
