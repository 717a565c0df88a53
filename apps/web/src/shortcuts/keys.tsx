import { useTranslation } from 'react-i18next'
import { SHORTCUTS, shownKeys, type ShortcutName } from './shortcuts.ts'
import css from './shortcuts.module.css'

/** The keys of a shortcut, each as a key, by the name on the keyboards of the language. */
export function Keys({ of }: { of: ShortcutName }) {
  const { t } = useTranslation()
  return (
    <span className={css.keys}>
      {shownKeys(SHORTCUTS[of]).map((key) => (
        <kbd key={key}>{/^[A-Z][a-z]+$/.test(key) ? t(`shortcuts.key.${key}`) : key}</kbd>
      ))}
    </span>
  )
}
