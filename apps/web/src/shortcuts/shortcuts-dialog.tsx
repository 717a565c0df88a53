import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import { Keys } from './keys.tsx'
import { useListedShortcuts } from './listed-shortcuts.ts'
import { SHORTCUT_NAMES, SHORTCUTS } from './shortcuts.ts'
import css from './shortcuts.module.css'

const GROUPS = ['page', 'everywhere'] as const

/** The shortcuts that act on this page, and those of every page. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const listed = useListedShortcuts()
  const names = SHORTCUT_NAMES.filter((name) => listed.includes(name))
  return (
    <Dialog title={t('shortcuts.title')} isOpen={isOpen} onClose={onClose}>
      {GROUPS.map((group) => {
        const rows = names.filter((name) => (SHORTCUTS[name].isEverywhere ? 'everywhere' : 'page') === group)
        if (rows.length === 0) return null
        return (
          <section key={group} className={css.group}>
            <h3>{t(`shortcuts.${group}`)}</h3>
            <dl>
              {rows.map((name) => (
                <div key={name} className={css.row}>
                  <dt>{t(`shortcuts.act.${name}`)}</dt>
                  <dd>
                    <Keys of={name} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      })}
    </Dialog>
  )
}
