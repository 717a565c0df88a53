import type { Koffi } from '../../printers/windows/koffi.ts'

/** NOTIFYICONDATAW as far as it is used. */
export interface NotifyIconData {
  window: bigint
  flags: number
  message: number
  icon: bigint
  tip: string
  infoTitle: string
  info: string
  infoFlags: number
}

/** From the fields before `hBalloonIcon` on, as shellapi.h has them for 64-bit Windows. */
const DATA_BYTES = 976
const FIELD = {
  size: 0,
  window: 8,
  id: 16,
  flags: 20,
  message: 24,
  icon: 32,
  tip: 40,
  info: 304,
  infoTitle: 820,
  infoFlags: 948,
}
/** HWND_MESSAGE would get no broadcasts, such as TaskbarCreated. */
const NO_PARENT = null
const MESSAGE_BYTES = 48
const REMOVE = 1

/** The functions of user32 and shell32 in use. @throws Error when a library is missing */
export function shellCalls(koffi: Koffi) {
  const user = koffi.load('user32.dll')
  const shell = koffi.load('shell32.dll')
  koffi.proto('intptr_t __stdcall WindowProcedure(intptr_t window, uint32 message, uintptr_t wParam, intptr_t lParam)')
  koffi.struct('WNDCLASSW', {
    style: 'uint32',
    procedure: 'WindowProcedure *',
    classExtra: 'int',
    windowExtra: 'int',
    instance: 'intptr_t',
    icon: 'intptr_t',
    cursor: 'intptr_t',
    background: 'intptr_t',
    menuName: 'str16',
    className: 'str16',
  })
  const registerClass = user.func('uint16 RegisterClassW(WNDCLASSW *about)')
  const createWindow = user.func(
    'intptr_t CreateWindowExW(uint32 extended, str16 className, str16 name, uint32 style, int x, int y, int width, int height, void *parent, void *menu, void *instance, void *data)',
  )
  const destroyWindow = user.func('int DestroyWindow(intptr_t window)')
  const defaultProcedure = user.func(
    'intptr_t DefWindowProcW(intptr_t window, uint32 message, uintptr_t wParam, intptr_t lParam)',
  )
  const peek = user.func(
    'int PeekMessageW(_Out_ uint8 *into, intptr_t window, uint32 first, uint32 last, uint32 remove)',
  )
  const dispatch = user.func('intptr_t DispatchMessageW(uint8 *message)')
  const loadIcon = user.func('intptr_t LoadIconW(intptr_t instance, intptr_t name)')
  const registerMessage = user.func('uint32 RegisterWindowMessageW(str16 name)')
  const notifyIcon = shell.func('int Shell_NotifyIconW(uint32 action, uint8 *data)')

  return {
    /** The message that Explorer sends to every window when it starts. */
    taskbarCreated: registerMessage('TaskbarCreated') as number,
    /** @returns 0 where there is no desktop */
    createWindow: (name: string, onMessage: (message: number, lParam: bigint) => void): bigint => {
      const procedure = koffi.register((window: number, message: number, wParam: number, lParam: number) => {
        onMessage(message, BigInt.asUintN(64, BigInt(lParam)))
        return defaultProcedure(window, message, wParam, lParam)
      }, 'WindowProcedure *')
      const nothing = { style: 0, classExtra: 0, windowExtra: 0, instance: 0, icon: 0, cursor: 0, background: 0 }
      registerClass({ ...nothing, procedure, menuName: null, className: name })
      return BigInt(createWindow(0, name, name, 0, 0, 0, 0, 0, NO_PARENT, null, null, null) as number)
    },
    destroyWindow: (window: bigint): void => void destroyWindow(window),
    loadIcon: (number: number): bigint => BigInt(loadIcon(0, number) as number),
    notifyIcon: (action: number, data: NotifyIconData): boolean => notifyIcon(action, iconBytes(data)) === 1,
    dispatchMessages: (): void => {
      const message = Buffer.alloc(MESSAGE_BYTES)
      while (peek(message, 0, 0, 0, REMOVE) === 1) dispatch(message)
    },
  }
}

function iconBytes({ window, flags, message, icon, tip, info, infoTitle, infoFlags }: NotifyIconData): Buffer {
  const bytes = Buffer.alloc(DATA_BYTES)
  bytes.writeUInt32LE(DATA_BYTES, FIELD.size)
  bytes.writeBigInt64LE(window, FIELD.window)
  bytes.writeUInt32LE(1, FIELD.id)
  bytes.writeUInt32LE(flags, FIELD.flags)
  bytes.writeUInt32LE(message, FIELD.message)
  bytes.writeBigInt64LE(icon, FIELD.icon)
  bytes.write(tip, FIELD.tip, 'utf16le')
  bytes.write(info, FIELD.info, 'utf16le')
  bytes.write(infoTitle, FIELD.infoTitle, 'utf16le')
  bytes.writeUInt32LE(infoFlags, FIELD.infoFlags)
  return bytes
}
