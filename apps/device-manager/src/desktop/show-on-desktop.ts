import type { PrintJob, Printer } from '@postroom/contract/device-messages'
import type { RunningDevice } from '../start-device.ts'
import { openPage } from '../status-page/open-page.ts'
import { chooseNotices } from './choose-notices.ts'
import type { Desktop } from './desktop.ts'
import { DESKTOP_TEXTS, systemLanguage, type NoticeReason } from './desktop-texts.ts'
import { openDesktop } from './open-desktop.ts'
import { trayState } from './tray-state.ts'

/** Shows the device manager in the tray of this session, as soon as there is one. */
export function showOnDesktop(folder: string, environment = process.env) {
  const language = systemLanguage()
  let device: RunningDevice | undefined
  let desktop: Desktop | undefined
  let isClosed = false
  const notices = chooseNotices((reason: NoticeReason) => desktop?.notify(DESKTOP_TEXTS[language].notices[reason]))
  const actions = {
    openPage: () => void openPage(folder).catch(() => {}),
    setPaused: (isPaused: boolean) => device?.setPaused(isPaused),
  }
  const changed = () => {
    if (device) desktop?.show(trayState(device.status(), language))
  }

  async function open(): Promise<void> {
    const opened = await openDesktop({ language, actions, environment })
    if (isClosed) return opened?.close()
    desktop = opened
    changed()
    if (desktop && device?.status().server === undefined) notices.serverNeeded()
  }

  return {
    begin: (running: RunningDevice): void => {
      device = running
      void open()
    },
    changed,
    job: (job: PrintJob): void => {
      notices.job(job)
      changed()
    },
    printers: (printers: readonly Printer[]): void => notices.printers(printers),
    close: async (): Promise<void> => {
      isClosed = true
      await desktop?.close()
    },
  }
}
