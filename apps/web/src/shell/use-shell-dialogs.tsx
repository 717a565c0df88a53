import { useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../shortcuts/use-shortcut.ts'
import { showToast } from '../ui/toast-queue.ts'

type ShellDialog = ComponentType<{ isOpen: boolean; onClose: () => void }>

/** Loaded when it is first opened. */
const DIALOGS = {
  search: async (): Promise<ShellDialog> => (await import('../search/search-dialog.tsx')).SearchDialog,
  shortcuts: async (): Promise<ShellDialog> => (await import('../shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
}

/** The dialogs of every page: the search and the list of shortcuts. */
export function useShellDialogs(): { shown: ReactNode; openSearch: () => void; openShortcuts: () => void } {
  const { t } = useTranslation()
  const [Dialog, setDialog] = useState<ShellDialog>()
  const [isOpen, setOpen] = useState(false)
  const open = async (name: keyof typeof DIALOGS): Promise<void> => {
    const loaded = await DIALOGS[name]().catch(() => undefined)
    if (!loaded) return showToast({ tone: 'warn', text: t('common.could_not_load') })
    setDialog(() => loaded)
    setOpen(true)
  }
  const openSearch = () => void open('search')
  const openShortcuts = () => void open('shortcuts')
  useShortcuts({ search: openSearch, shortcuts: openShortcuts })
  return { shown: Dialog && <Dialog isOpen={isOpen} onClose={() => setOpen(false)} />, openSearch, openShortcuts }
}
