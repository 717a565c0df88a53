import { loadKoffi } from '../../printers/windows/koffi.ts'
import { STATUS_TEXTS } from '../../status-page/status-texts.ts'
import type { Desktop, DesktopSetup, Notice } from '../desktop.ts'
import { shellCalls, type NotifyIconData } from './shell-calls.ts'

/** A click on the icon arrives as this message of ours. */
const ICON_MESSAGE = 0x8001
const LEFT_BUTTON_UP = 0x0202
const RIGHT_BUTTON_UP = 0x0205
/** A click on the notification. */
const BALLOON_CLICKED = 0x0405
const ADD = 0
const MODIFY = 1
const DELETE = 2
const HAS_MESSAGE = 1
const HAS_ICON = 2
const HAS_TIP = 4
const HAS_BALLOON = 0x10
const INFORMATION_ICON = 1
const STANDARD_ICON = 32_512
/** Windows delivers messages only to a thread that asks for them. */
const MESSAGES_EVERY_MS = 50
const TIP_MAX_CHARS = 127
const BALLOON_TITLE_MAX_CHARS = 63
const BALLOON_TEXT_MAX_CHARS = 255

/**
 * The tray icon of Windows. A click opens the status page, where printing is paused and resumed: a menu would block the
 * program while it is open. @throws Error without koffi or without a desktop
 */
export function windowsDesktop({ language, actions }: DesktopSetup, shell = shellCalls(loadKoffi())): Desktop {
  const { title } = STATUS_TEXTS[language]
  let add: (() => void) | undefined
  const window = shell.createWindow('PostroomDeviceManager', (message, lParam) => {
    const event = Number(lParam & 0xffffn)
    const isClick = event === LEFT_BUTTON_UP || event === RIGHT_BUTTON_UP || event === BALLOON_CLICKED
    if (message === ICON_MESSAGE && isClick) actions.openPage()
    // Explorer has restarted and lost all icons
    if (message === shell.taskbarCreated) add?.()
  })
  if (window === 0n) throw new Error('Windows creates no window here')

  let tip = title
  const data = (changes: Partial<NotifyIconData>): NotifyIconData => ({
    window,
    flags: HAS_MESSAGE | HAS_ICON | HAS_TIP,
    message: ICON_MESSAGE,
    icon: shell.loadIcon(STANDARD_ICON),
    tip: tip.slice(0, TIP_MAX_CHARS),
    infoTitle: '',
    info: '',
    infoFlags: 0,
    ...changes,
  })
  add = () => void shell.notifyIcon(ADD, data({}))
  add()
  const timer = setInterval(shell.dispatchMessages, MESSAGES_EVERY_MS)
  timer.unref()

  return {
    show: ({ lines }) => {
      tip = [title, ...lines].join('\n')
      shell.notifyIcon(MODIFY, data({}))
    },
    notify: (notice) => void shell.notifyIcon(MODIFY, data(balloon(notice))),
    close: async () => {
      clearInterval(timer)
      shell.notifyIcon(DELETE, data({}))
      shell.destroyWindow(window)
    },
  }
}

const balloon = ({ title, text }: Notice): Partial<NotifyIconData> => ({
  flags: HAS_MESSAGE | HAS_ICON | HAS_TIP | HAS_BALLOON,
  infoTitle: title.slice(0, BALLOON_TITLE_MAX_CHARS),
  info: text.slice(0, BALLOON_TEXT_MAX_CHARS),
  infoFlags: INFORMATION_ICON,
})
