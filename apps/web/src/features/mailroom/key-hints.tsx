import { useTranslation } from 'react-i18next'
import css from './mailroom-page.module.css'

const HINTS = [
  ['Enter', 'buy'],
  ['↑ ↓', 'move'],
  ['Alt W', 'weight'],
  ['Alt 1–9', 'service'],
  ['Alt X', 'select'],
  ['Alt P', 'problem'],
  ['Alt O', 'open'],
  ['Esc', 'leave'],
] as const

/** The keys of the queue, below it. */
export function KeyHints() {
  const { t } = useTranslation()
  return (
    <footer className={css.hints}>
      {HINTS.map(([key, act]) => (
        <span key={act}>
          <kbd>{key}</kbd> {t(`mailroom.key.${act}`)}
        </span>
      ))}
    </footer>
  )
}
