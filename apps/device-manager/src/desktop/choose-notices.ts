import type { PrintJob, Printer } from '@postroom/contract/device-messages'
import type { NoticeReason } from './desktop-texts.ts'

/** The same notice is not repeated within this time: ten labels that need a look are one trip to the printer. */
const SAME_NOTICE_MS = 5 * 60_000

/**
 * Chooses what is worth interrupting the user for: a printer in use that stops, and a document whose outcome is unknown.
 * @param now milliseconds that only grow
 */
export function chooseNotices(notify: (reason: NoticeReason) => void, now: () => number = () => performance.now()) {
  const last = new Map<NoticeReason, number>()
  const stopped = new Map<string, boolean>()

  function say(reason: NoticeReason): void {
    const before = last.get(reason)
    if (before !== undefined && now() - before < SAME_NOTICE_MS) return
    last.set(reason, now())
    notify(reason)
  }

  return {
    job: ({ state }: Pick<PrintJob, 'state'>): void => {
      if (state === 'unknown') say('job_unknown')
    },
    /** A printer that has stopped before the program started is no news. */
    printers: (printers: readonly Pick<Printer, 'id' | 'state'>[]): void => {
      for (const { id, state } of printers) {
        if (state === 'stopped' && stopped.get(id) === false) say('printer_stopped')
        stopped.set(id, state === 'stopped')
      }
    },
    serverNeeded: (): void => say('server_needed'),
  }
}
