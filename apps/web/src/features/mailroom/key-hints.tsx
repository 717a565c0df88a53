import { useTranslation } from 'react-i18next'
import { Keys } from '../../shortcuts/keys.tsx'
import type { ShortcutName } from '../../shortcuts/shortcuts.ts'
import css from './mailroom-page.module.css'

// the fields of the row name their own
const HINTS: readonly ShortcutName[] = [
  'queue_buy',
  'queue_move',
  'service',
  'queue_select',
  'queue_problem',
  'queue_leave',
]

/** The keys of the queue, below it. */
export function KeyHints() {
  const { t } = useTranslation()
  return (
    <footer className={css.hints}>
      {HINTS.map((name) => (
        <span key={name}>
          <Keys of={name} /> {t(`shortcuts.act.${name}`)}
        </span>
      ))}
      <span className={css.all}>
        <Keys of="shortcuts" /> {t('shortcuts.act.shortcuts')}
      </span>
    </footer>
  )
}
