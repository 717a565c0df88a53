import { useEffect, useRef, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import css from './error-summary.module.css'

export interface ErrorSummaryProps {
  /** One entry per field: `name` is the name of the field, `message` the text shown at it. */
  errors: readonly { name: string; message: string }[]
}

/**
 * Lists the errors above a form, gets the focus and links to each field. Renders nothing without errors. Pass the
 * number of the attempt as `key`, so that a second failed attempt moves the focus again.
 */
export function ErrorSummary({ errors }: ErrorSummaryProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const hasErrors = errors.length > 0
  useEffect(() => {
    if (!hasErrors) return undefined
    box.current?.focus()
    const title = document.title
    document.title = t('common.about', { what: t('common.error'), text: title })
    return () => void (document.title = title)
  }, [hasErrors, t])

  if (!hasErrors) return null
  return (
    <div ref={box} className={css.summary} role="alert" tabIndex={-1} aria-labelledby="error-summary">
      <h2 id="error-summary" className={css.title}>
        {t('common.there_is_a_problem')}
      </h2>
      <ul className={css.list}>
        {errors.map(({ name, message }) => (
          <li key={name}>
            <a href={`#${name}`} onClick={(event) => goToField(event, name)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Focuses the field, or the first option of a group. The URL does not change. */
function goToField(event: MouseEvent, name: string): void {
  event.preventDefault()
  const found = document.getElementById(name)
  const control = found?.matches('input, button, textarea') ? found : found?.querySelector<HTMLElement>('input, button')
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
}
