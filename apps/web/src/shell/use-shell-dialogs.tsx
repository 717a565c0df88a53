import { useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../shortcuts/use-shortcut.ts'
import { showToast } from '../ui/toast-queue.ts'

type ShellDialog = ComponentType<{ isOpen: boolean; onClose: () => void }>

/** Loaded when it is first opened. Help is beside the page, the others are over it. */
const DIALOGS = {
  search: async (): Promise<ShellDialog> => (await import('../search/search-dialog.tsx')).SearchDialog,
  help: async (): Promise<ShellDialog> => (await import('../help/help-drawer.tsx')).HelpDrawer,
  shortcuts: async (): Promise<ShellDialog> => (await import('../shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
}

interface ShellDialogs {
  shown: ReactNode
  openSearch: () => void
  openHelp: () => void
  openShortcuts: () => void
}

/** What opens on every page: the search, the help and the list of shortcuts. */
export function useShellDialogs(): ShellDialogs {
  const { t } = useTranslation()
  const [Dialog, setDialog] = useState<ShellDialog>()
  const [opened, setOpened] = useState<keyof typeof DIALOGS>()
  const open = async (name: keyof typeof DIALOGS): Promise<void> => {
    const loaded = await DIALOGS[name]().catch(() => undefined)
    if (!loaded) return showToast({ tone: 'warn', text: t('common.could_not_load') })
    setDialog(() => loaded)
    setOpened(name)
  }
  const openSearch = () => void open('search')
  const openShortcuts = () => void open('shortcuts')
  const openHelp = () => void open('help')
  const close = () => setOpened(undefined)
  useShortcuts({
    search: openSearch,
    help: () => (opened === 'help' ? close() : openHelp()),
    shortcuts: openShortcuts,
  })
  return {
    shown: Dialog && <Dialog isOpen={opened !== undefined} onClose={close} />,
    openSearch,
    openHelp,
    openShortcuts,
  }
}
