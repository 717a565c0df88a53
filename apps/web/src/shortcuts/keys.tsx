import { SHORTCUTS, shownKeys, type ShortcutName } from './shortcuts.ts'
import css from './shortcuts.module.css'

/** The keys of a shortcut, each as a key. */
export function Keys({ of }: { of: ShortcutName }) {
  return (
    <span className={css.keys}>
      {shownKeys(SHORTCUTS[of]).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
