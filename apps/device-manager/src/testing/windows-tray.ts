import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DESKTOP_TEXTS } from '../desktop/desktop-texts.ts'
import { shellCalls } from '../desktop/windows/shell-calls.ts'
import { windowsDesktop } from '../desktop/windows/windows-desktop.ts'
import { loadKoffi } from '../printers/windows/koffi.ts'

export interface TrayReport {
  /** What Windows answered to each call about the icon. */
  answers: boolean[]
  /** How often the page was opened. */
  opened: number
}

const WINDOW_CLASS = 'PostroomDeviceManager'
const ICON_MESSAGE = 0x8001
const [MOVED, LEFT_UP, BALLOON_CLICKED] = [0x200, 0x202, 0x405]

/** Shows the icon and a notification, and clicks on them as Explorer does: node windows-tray.mjs REPORT. */
async function run([reportFile = '']: string[]): Promise<void> {
  const koffi = loadKoffi()
  const shell = shellCalls(koffi)
  const answers: boolean[] = []
  const watched: typeof shell = {
    ...shell,
    notifyIcon: (action, data) => {
      const answer = shell.notifyIcon(action, data)
      answers.push(answer)
      return answer
    },
  }
  let count = 0
  const actions = { openPage: () => void count++, setPaused: () => {} }
  const desktop = windowsDesktop({ language: 'en', actions }, watched)
  desktop.show({ lines: ['Connected', 'x'.repeat(300)], isPaused: false, needsAttention: false })
  desktop.notify(DESKTOP_TEXTS.en.notices.job_unknown)

  const user = koffi.load('user32.dll')
  const find = user.func('intptr_t FindWindowW(str16 className, str16 name)')
  const post = user.func('int PostMessageW(intptr_t window, uint32 message, uintptr_t wParam, intptr_t lParam)')
  const window = find(WINDOW_CLASS, null)
  const clicks = [MOVED, LEFT_UP, BALLOON_CLICKED].map((event) => [ICON_MESSAGE, event])
  for (const [message, event] of [...clicks, [shell.taskbarCreated, 0]]) post(window, message, 1, event)
  const BEFORE = answers.length
  while (answers.length === BEFORE) await sleep(20) // the last message adds the icon again
  await desktop.close()
  fs.writeFileSync(reportFile, JSON.stringify({ answers, opened: count } satisfies TrayReport))
  process.exit()
}

await run(process.argv.slice(2))
