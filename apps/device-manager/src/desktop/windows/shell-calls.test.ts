import { beforeEach, expect, test } from 'vitest'
import type { Koffi } from '../../printers/windows/koffi.ts'
import { shellCalls } from './shell-calls.ts'

let called: [name: string, ...args: unknown[]][]
let answers: Record<string, unknown[]>
let procedure: (window: number, message: number, wParam: number, lParam: number) => unknown
beforeEach(() => {
  called = []
  answers = {}
})
const koffi = {
  load: (library: string) => ({
    func: (declaration: string) => {
      const name = `${library} ${/(\w+)\(/.exec(declaration)![1]}`
      return (...args: unknown[]) => {
        called.push([name, ...args])
        return answers[name]?.shift() ?? 1
      }
    },
  }),
  proto: () => {},
  struct: () => {},
  register: (given: typeof procedure) => {
    procedure = given
    return 'procedure'
  },
} as unknown as Koffi

test('fills NOTIFYICONDATAW as shellapi.h has it for 64-bit Windows', () => {
  const data = {
    window: 0x11n,
    flags: 0x17,
    message: 0x8001,
    icon: 0x22n,
    tip: 'T',
    infoTitle: 'H',
    info: 'I',
    infoFlags: 1,
  }
  expect(shellCalls(koffi).notifyIcon(1, data)).toBe(true)
  const [, action, bytes] = called.at(-1) as [string, number, Buffer]
  expect(action).toBe(1)
  const expected = Buffer.alloc(976)
  const fields = { 0: 976, 8: 0x11, 16: 1, 20: 0x17, 24: 0x8001, 32: 0x22, 40: 84, 304: 73, 820: 72, 948: 1 }
  for (const [at, value] of Object.entries(fields)) expected.writeUInt16LE(value, Number(at))
  expect(bytes.equals(expected)).toBe(true)
  answers['shell32.dll Shell_NotifyIconW'] = [0]
  expect(shellCalls(koffi).notifyIcon(0, data)).toBe(false)
})

test('makes a window of its own class that gets broadcasts, and passes on its messages', () => {
  const heard: unknown[] = []
  answers['user32.dll CreateWindowExW'] = [42]
  const window = shellCalls(koffi).createWindow('Name', (...message) => heard.push(message))
  expect(window).toBe(42n)
  expect(called.slice(-2)).toEqual([
    [
      'user32.dll RegisterClassW',
      {
        style: 0,
        classExtra: 0,
        windowExtra: 0,
        instance: 0,
        icon: 0,
        cursor: 0,
        background: 0,
        procedure: 'procedure',
        menuName: null,
        className: 'Name',
      },
    ],
    ['user32.dll CreateWindowExW', 0, 'Name', 'Name', 0, 0, 0, 0, 0, null, null, null, null],
  ])
  answers['user32.dll DefWindowProcW'] = [5]
  expect(procedure(42, 0x8001, 3, -1)).toBe(5)
  expect(heard).toEqual([[0x8001, 0xffff_ffff_ffff_ffffn]])
  expect(called.at(-1)).toEqual(['user32.dll DefWindowProcW', 42, 0x8001, 3, -1])
})

test('takes each message that waits from the queue', () => {
  const shell = shellCalls(koffi)
  called = []
  answers['user32.dll PeekMessageW'] = [1, 1, 0]
  shell.dispatchMessages()
  expect(called.map(([name]) => name.split(' ')[1])).toEqual([
    'PeekMessageW',
    'DispatchMessageW',
    'PeekMessageW',
    'DispatchMessageW',
    'PeekMessageW',
  ])
  const [, message, ...filter] = called[0] as [string, Buffer, ...number[]]
  expect([message.length, ...filter]).toEqual([48, 0, 0, 0, 1])
})

test('knows the message of a new taskbar, loads an icon, and destroys its window', () => {
  answers['user32.dll RegisterWindowMessageW'] = [0xc123]
  answers['user32.dll LoadIconW'] = [9]
  const shell = shellCalls(koffi)
  expect([shell.taskbarCreated, shell.loadIcon(32_512)]).toEqual([0xc123, 9n])
  shell.destroyWindow(42n)
  expect(called).toEqual([
    ['user32.dll RegisterWindowMessageW', 'TaskbarCreated'],
    ['user32.dll LoadIconW', 0, 32_512],
    ['user32.dll DestroyWindow', 42n],
  ])
})
