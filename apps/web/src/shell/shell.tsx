import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { AttentionFirst } from '../attention/attention-first.tsx'
import { UnprintedNotice } from '../attention/unprinted-notice.tsx'
import { DeviceProvider } from '../device/device-context.tsx'
import { ModuleGuard } from '../session/module-guard.tsx'
import { RequireSession } from '../session/require-session.tsx'
import { SessionKeeper } from '../session/session-keeper.tsx'
import { Footer } from './footer.tsx'
import { Navigation } from './navigation.tsx'
import css from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { useShellDialogs } from './use-shell-dialogs.tsx'

/** The frame of every signed-in page: top bar, navigation and session renewal. */
export function Component() {
  return (
    <RequireSession>
      <DeviceProvider>
        <SessionKeeper />
        <Frame />
      </DeviceProvider>
    </RequireSession>
  )
}

function Frame() {
  const { t } = useTranslation()
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const dialogs = useShellDialogs()
  return (
    <div className={css.shell}>
      <a
        className={css.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {t('shell.skip')}
      </a>
      <TopBar onSearch={dialogs.openSearch} onHelp={dialogs.openHelp} onShortcuts={dialogs.openShortcuts} />
      {dialogs.shown}
      <Navigation />
      <div className={css.page}>
        <main ref={main} id="main" tabIndex={-1} className={css.main}>
          <UnprintedNotice />
          <AttentionFirst>
            <ModuleGuard key={pathname}>
              <Outlet />
            </ModuleGuard>
          </AttentionFirst>
        </main>
        <Footer />
      </div>
    </div>
  )
}
