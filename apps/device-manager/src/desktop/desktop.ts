import type { Language } from '../status-page/status-texts.ts'

/** What the tray icon shows. */
export interface TrayState {
  /** Connection, pause and last job, a line each, without names and addresses. */
  lines: readonly string[]
  isPaused: boolean
  /** Something waits for the user. */
  needsAttention: boolean
}

export interface Notice {
  title: string
  text: string
}

/** What the user can do at the tray icon. */
export interface TrayActions {
  openPage: () => void
  setPaused: (isPaused: boolean) => void
}

/** The tray icon and the notifications of a session. What the session lacks is left out without an error. */
export interface Desktop {
  show(state: TrayState): void
  notify(notice: Notice): void
  close(): Promise<void>
}

export interface DesktopSetup {
  language: Language
  actions: TrayActions
}
