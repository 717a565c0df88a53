import { beforeEach, expect, test, vi } from 'vitest'
import { fakeWindows } from '../../testing/fake-windows.ts'
import { ownSession } from './own-session.ts'
import { usbprintPorts } from './usbprint.ts'

const windows = fakeWindows()
vi.mock(import('./koffi.ts'), async (original) => ({ ...(await original()), loadKoffi: () => windows.koffi }))

const FILE = 11
const PATH = String.raw`\\?\usb#vid_04f9&pid_20a8#B1Z000001#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}`

type Behaviour = Parameters<typeof windows.behave>[0]
const given = (changed: Behaviour) => windows.behave({ CreateFileW: () => FILE, GetLastError: () => 32, ...changed })
const called = (name: string) => windows.calls.filter(([each]) => each === name).map(([, ...args]) => args)

const [SET, KEY] = [21, 31]
const wide = (text: string) => Buffer.from(`${text}\0`, 'utf16le')
const REGISTRY: Record<string, Buffer> = { 'Base Name': wide('USB'), 'Port Number': Buffer.of(7, 0, 0, 0) }
let paths: string[]
let registry: Record<string, Buffer>
const SETUP = {
  SetupDiGetClassDevsW: () => SET,
  SetupDiEnumDeviceInterfaces: (_set: number, _device: null, _guid: Buffer, index: number) =>
    index < paths.length ? 1 : 0,
  SetupDiGetDeviceInterfaceDetailW: (
    _set: number,
    _found: Buffer,
    detail: Buffer | null,
    size: number,
    needed: number[] | null,
  ) => {
    const text = wide(paths[called('SetupDiOpenDeviceInterfaceRegKey').length % paths.length]!)
    if (needed) needed[0] = 4 + text.length
    if (detail && size >= 4 + text.length) text.copy(detail, 4)
    return detail ? 1 : 0
  },
  SetupDiOpenDeviceInterfaceRegKey: () => KEY,
  RegQueryValueExW: (_key: number, name: string, _r: null, _t: null, bytes: Buffer, size: number[]) => {
    const value = registry[name]
    if (!value) return 2
    value.copy(bytes)
    size[0] = value.length
    return 0
  },
  DeviceIoControl: (...args: unknown[]) => {
    const [answer, overlapped] = [args[4] as Buffer, args[7] as Buffer]
    answer.write('\0\x10MFG:Brother;', 'latin1')
    overlapped.writeUInt32LE(14, 8)
    return 1
  },
}
beforeEach(() => {
  paths = [PATH]
  registry = { ...REGISTRY }
  given(SETUP)
})

test('lists the path of a printer, the port of its queue and what it calls itself', async () => {
  expect(await usbprintPorts().list()).toEqual([{ path: PATH, queuePort: 'USB007', id1284: 'MFG:Brother;' }])
  const guid = Buffer.from('ad8fd728125ad111ae5b0000f803a8c2', 'hex')
  expect(called('SetupDiGetClassDevsW')).toEqual([[guid, null, null, 0x12]])
  const found = called('SetupDiEnumDeviceInterfaces').map((args) => (args[4] as Buffer).toString('hex'))
  expect(found).toEqual(Array(2).fill(`20${'00'.repeat(31)}`))
  const [first, second] = called('SetupDiGetDeviceInterfaceDetailW')
  expect([first?.[2], first?.[3]]).toEqual([null, 0])
  expect((second![2] as Buffer).readUInt32LE()).toBe(8)
  expect(called('SetupDiOpenDeviceInterfaceRegKey')[0]!.slice(2)).toEqual([0, 0x2_0019])
  expect(called('DeviceIoControl')[0]!.slice(0, 2)).toEqual([FILE, 0x22_0034])
  expect(called('DeviceIoControl')[0]![5]).toBe(4_094)
  expect([called('RegCloseKey'), called('SetupDiDestroyDeviceInfoList')]).toEqual([[[KEY]], [[SET]]])
  expect(called('CloseHandle')).toEqual([[FILE]])
})

test.each<[string, Record<string, Buffer>, string]>([
  ['a number of three digits', { ...REGISTRY, 'Port Number': Buffer.of(123, 0, 0, 0) }, 'USB123'],
  ['another base name', { ...REGISTRY, 'Base Name': wide('DOT4_') }, 'DOT4_007'],
  ['no base name', { 'Port Number': Buffer.of(7, 0, 0, 0) }, 'USB007'],
  ['no number', { 'Base Name': wide('USB') }, ''],
  ['a number of another kind', { ...REGISTRY, 'Port Number': Buffer.of(7, 0) }, ''],
])('names the port of a queue with %s', async (_what, values, queuePort) => {
  registry = values
  expect(await usbprintPorts().list()).toMatchObject([{ queuePort }])
})

test('asks each printer what it is once, as long as it is plugged in', async () => {
  const ports = usbprintPorts()
  for (let look = 0; look < 3; look++) await ports.list()
  expect(called('DeviceIoControl')).toHaveLength(1)
  paths = []
  expect(await ports.list()).toEqual([])
  paths = [PATH]
  expect(await ports.list()).toHaveLength(1)
  expect(called('DeviceIoControl')).toHaveLength(2)
  expect(called('SetupDiDestroyDeviceInfoList')).toHaveLength(5)
})

test.each<[string, Behaviour, string, string]>([
  ['whose key cannot be opened', { SetupDiOpenDeviceInterfaceRegKey: () => -1 }, '', 'MFG:Brother;'],
  ['that another program has', { CreateFileW: () => -1 }, 'USB007', ''],
])('lists a printer %s', async (_what, changed, queuePort, id1284) => {
  given({ ...SETUP, ...changed })
  expect(await usbprintPorts().list()).toEqual([{ path: PATH, queuePort, id1284 }])
})

test('lists nothing when Windows gives none, and opens a port', async () => {
  given({ ...SETUP, SetupDiGetClassDevsW: () => -1 })
  expect(await usbprintPorts().list()).toEqual([])
  expect(called('SetupDiDestroyDeviceInfoList')).toEqual([])
  ;(await usbprintPorts().open(PATH)).close()
  expect(called('CreateFileW')[0]![0]).toBe(PATH)
})

test('the session of this process is asked once', () => {
  given({
    ProcessIdToSessionId: (_process: number, session: number[]) => {
      session[0] = 3
      return 1
    },
  })
  expect([ownSession(), ownSession()]).toEqual([3, 3])
  expect(called('ProcessIdToSessionId').map(([process]) => process)).toEqual([globalThis.process.pid])
})
