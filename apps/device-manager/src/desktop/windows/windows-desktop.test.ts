import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NotifyIconData, shellCalls } from './shell-calls.ts'
import { windowsDesktop } from './windows-desktop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const [ADD, MODIFY, DELETE] = [0, 1, 2]
const TASKBAR_CREATED = 0xc123
const [ICON_MESSAGE, LEFT_UP, RIGHT_UP, BALLOON_CLICKED] = [0x8001, 0x202, 0x205, 0x405]

/** The calls of Windows, recorded. */
function aShell(window = 7n) {
  const calls: [action: number, data: NotifyIconData][] = []
  const done: string[] = []
  let onMessage: ((message: number, lParam: bigint) => void) | undefined
  const shell: ReturnType<typeof shellCalls> = {
    taskbarCreated: TASKBAR_CREATED,
    createWindow: (_name, listener) => {
      onMessage = listener
      return window
    },
    destroyWindow: (closed) => void done.push(`destroyed ${closed}`),
    loadIcon: (number) => BigInt(number),
    notifyIcon: (action, data) => {
      calls.push([action, data])
      return true
    },
    dispatchMessages: () => void done.push('dispatched'),
  }
  const openPage = vi.fn()
  const setup = { language: 'en', actions: { openPage, setPaused: () => {} } } as const
  const open = () => windowsDesktop(setup, shell)
  return { open, calls, done, openPage, send: (message: number, event: number) => onMessage?.(message, BigInt(event)) }
}

const DATA = {
  window: 7n,
  flags: 7,
  message: ICON_MESSAGE,
  icon: 32_512n,
  tip: 'Postroom device manager',
  infoTitle: '',
  info: '',
  infoFlags: 0,
}

test('adds the icon, changes its words, and removes it with its window', async () => {
  const { open, calls, done } = aShell()
  const desktop = open()
  desktop.show({ lines: ['Connected', 'Last job: Printed'], isPaused: false, needsAttention: false })
  const tip = 'Postroom device manager\nConnected\nLast job: Printed'
  expect(calls).toEqual([
    [ADD, DATA],
    [MODIFY, { ...DATA, tip }],
  ])
  await desktop.close()
  expect(calls.slice(2)).toEqual([[DELETE, { ...DATA, tip }]])
  expect(done).toEqual(['destroyed 7'])
  expect(vi.getTimerCount()).toBe(0)
})

test('shows a notification, cut to what Windows has room for', () => {
  const { open, calls } = aShell()
  const desktop = open()
  desktop.notify({ title: 'A printer has stopped', text: 'Look.' })
  const flags = 0x17
  expect(calls[1]).toEqual([
    MODIFY,
    { ...DATA, flags, infoTitle: 'A printer has stopped', info: 'Look.', infoFlags: 1 },
  ])
  desktop.notify({ title: 't'.repeat(100), text: 'x'.repeat(300) })
  expect([calls[2]?.[1].infoTitle.length, calls[2]?.[1].info.length]).toEqual([63, 255])
  desktop.show({ lines: ['y'.repeat(200)], isPaused: false, needsAttention: false })
  expect(calls[3]?.[1].tip).toHaveLength(127)
})

test.each([
  ['a click', ICON_MESSAGE, LEFT_UP, 1],
  ['a click with the right button', ICON_MESSAGE, RIGHT_UP, 1],
  ['a click on the notification', ICON_MESSAGE, BALLOON_CLICKED, 1],
  ['a click with more in the upper bits', ICON_MESSAGE, 0x1_0000 + LEFT_UP, 1],
  ['a movement', ICON_MESSAGE, 0x200, 0],
  ['another message', 0x8002, LEFT_UP, 0],
])('%s opens the page: %#', (_what, message, event, opened) => {
  const { open, openPage, send } = aShell()
  open()
  send(message, event)
  expect(openPage).toHaveBeenCalledTimes(opened)
})

test('adds the icon again, with its words, when Explorer has restarted', () => {
  const { open, calls, send } = aShell()
  open().show({ lines: ['Connected'], isPaused: false, needsAttention: false })
  send(TASKBAR_CREATED, 0)
  expect(calls[2]).toEqual([ADD, { ...DATA, tip: 'Postroom device manager\nConnected' }])
})

test('takes the messages of Windows every 50 ms', () => {
  const { open, done } = aShell()
  open()
  vi.advanceTimersByTime(49)
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['dispatched'])
})

test('throws where there is no desktop', () => {
  expect(() => aShell(0n).open()).toThrow('Windows creates no window here')
})

test('does not keep the program running', async () => {
  vi.useRealTimers()
  const timers = vi.spyOn(globalThis, 'setInterval')
  const desktop = aShell().open()
  expect(timers.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false])
  timers.mockRestore()
  await desktop.close()
})
