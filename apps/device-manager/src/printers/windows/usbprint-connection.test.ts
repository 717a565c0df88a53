import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeWindows } from '../../testing/fake-windows.ts'
import { openUsbprint } from './usbprint-connection.ts'

const windows = fakeWindows()
vi.mock(import('./koffi.ts'), async (original) => ({ ...(await original()), loadKoffi: () => windows.koffi }))

const [PENDING, IO_PENDING] = [0x103, 997]
const FILE = 11
const PATH = String.raw`\\?\usb#vid_04f9&pid_20a8#B1Z000001#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}`

/** A transfer that Windows has begun. */
interface Begun {
  bytes: Buffer
  end: (count: number, status?: number) => void
}
let begun: Record<'read' | 'write' | 'control', Begun[]>
let lastError: number

const begin = (kind: keyof typeof begun, bytes: Buffer, overlapped: Buffer) => {
  overlapped.writeUInt32LE(PENDING, 0)
  const end = (count: number, status = 0) => {
    overlapped.writeUInt32LE(status, 0)
    overlapped.writeUInt32LE(count, 8)
  }
  begun[kind].push({ bytes, end })
  lastError = IO_PENDING
  return 0
}
const TRANSFERS = {
  CreateFileW: () => FILE,
  GetLastError: () => lastError,
  WriteFile: (_file: number, bytes: Buffer, _count: number, _written: null, overlapped: Buffer) =>
    begin('write', bytes, overlapped),
  ReadFile: (_file: number, bytes: Buffer, _count: number, _read: null, overlapped: Buffer) =>
    begin('read', bytes, overlapped),
  DeviceIoControl: (...args: unknown[]) => begin('control', args[4] as Buffer, args[7] as Buffer),
}
type Behaviour = Parameters<typeof windows.behave>[0]
const given = (changed: Behaviour = {}) => windows.behave({ ...TRANSFERS, ...changed })
const called = (name: string) => windows.calls.filter(([each]) => each === name).map(([, ...args]) => args)
beforeEach(() => {
  begun = { read: [], write: [], control: [] }
  lastError = 0
  given()
})
afterEach(() => vi.useRealTimers())

test('a port is opened for overlapped reading and writing, shared with others', () => {
  openUsbprint(PATH)
  expect(windows.calls).toEqual([['CreateFileW', PATH, 0xc000_0000, 3, null, 3, 0x4000_0000, 0]])
})

test.each([
  [5, 'EBUSY'],
  [32, 'EBUSY'],
  [2, 'ENODEV'],
])('a port that Windows does not open with error %i is %s', (error, code) => {
  given({ CreateFileW: () => -1 })
  lastError = error
  const message = `${PATH} cannot be opened: Windows error ${error}`
  expect(() => openUsbprint(PATH)).toThrow(expect.objectContaining({ code, message }) as Error)
})

test('a port gets one part of 8 KiB after the other, and the rest of one that it took in part', async () => {
  const device = openUsbprint(PATH)
  const bytes = Uint8Array.from({ length: 10_000 }, (_, at) => at % 251)
  const writing = device.write(bytes)
  const next = device.write(Uint8Array.of(1, 2, 3))
  const taken: Buffer[] = []
  for (const [at, count] of [5_000, 5_000, 3].entries()) {
    await expect.poll(() => begun.write.length).toBe(at + 1)
    taken.push(Buffer.from(begun.write[at]!.bytes.subarray(0, count)))
    begun.write[at]!.end(count)
  }
  await Promise.all([writing, next])
  expect(Buffer.concat(taken).equals(Buffer.of(...bytes, 1, 2, 3))).toBe(true)
  expect(called('WriteFile').map(([file, , count, written]) => [file, count, written])).toEqual([
    [FILE, 8_192, null],
    [FILE, 5_000, null],
    [FILE, 3, null],
  ])
})

test('a port that takes bytes at once needs no wait', async () => {
  given({
    WriteFile: (_file: number, part: Buffer, _count: number, _written: null, overlapped: Buffer) => {
      overlapped.writeUInt32LE(part.length, 8)
      return 1
    },
  })
  await openUsbprint(PATH).write(new Uint8Array(9_000))
  expect(called('WriteFile')).toHaveLength(2)
  expect(called('GetLastError')).toHaveLength(0)
})

test('a port that breaks off rejects what is written', async () => {
  const writing = openUsbprint(PATH).write(new Uint8Array(9))
  await expect.poll(() => begun.write.length).toBe(1)
  begun.write[0]!.end(0, 0xc000_0001)
  await expect(writing).rejects.toThrow('The printer broke off: status c0000001')
  given({ WriteFile: () => 0 })
  lastError = 31
  await expect(openUsbprint(PATH).write(new Uint8Array(9))).rejects.toThrow('The printer broke off: Windows error 31')
})

test('a port is read by one transfer until something arrives, however often it is asked', async () => {
  const device = openUsbprint(PATH)
  expect(await device.read(0)).toBeUndefined()
  expect(await device.read(1)).toBeUndefined()
  expect(called('ReadFile').map(([file, into, count, read]) => [file, (into as Buffer).length, count, read])).toEqual([
    [FILE, 8_192, 8_192, null],
  ])
  begun.read[0]!.bytes.write('status')
  begun.read[0]!.end(6)
  expect(Buffer.from((await device.read(0)) ?? []).toString()).toBe('status')
  expect(begun.read).toHaveLength(1)
})

test('a port that has no bytes is read again until its time is up', async () => {
  const device = openUsbprint(PATH)
  const reading = device.read(60_000)
  for (const count of [0, 0, 2]) {
    const at = begun.read.length
    await expect.poll(() => begun.read.length).toBeGreaterThanOrEqual(Math.max(1, at))
    begun.read.at(-1)!.bytes.write('ok')
    const before = begun.read.length
    begun.read.at(-1)!.end(count)
    if (count === 0) await expect.poll(() => begun.read.length).toBe(before + 1)
  }
  expect(Buffer.from((await reading) ?? []).toString()).toBe('ok')
  expect(begun.read).toHaveLength(3)
})

test('a port is asked a question, whose answer may not come', async () => {
  const device = openUsbprint(PATH)
  const asking = device.control(0x22_0034, 100, 60_000)
  expect(called('DeviceIoControl').map((args) => args.slice(0, 4))).toEqual([[FILE, 0x22_0034, null, 0]])
  expect(called('DeviceIoControl')[0]!.slice(5, 7)).toEqual([100, null])
  begun.control[0]!.bytes.write('answer')
  begun.control[0]!.end(6)
  expect(Buffer.from((await asking) ?? []).toString()).toBe('answer')
  expect(await device.control(0x22_0034, 100, 0)).toBeUndefined()
})

test('a port is closed once, when what was under way has ended', async () => {
  const device = openUsbprint(PATH)
  await device.read(0)
  device.close()
  device.close()
  expect(called('CancelIoEx')).toEqual([[FILE, null]])
  await new Promise(setImmediate)
  expect(called('CloseHandle')).toEqual([])
  begun.read[0]!.end(0, 0xc000_0120)
  await expect.poll(() => called('CloseHandle')).toEqual([[FILE]])
  expect(called('CancelIoEx')).toHaveLength(1)
  await expect(device.read(0)).rejects.toThrow('The printer broke off: status c0000120')
  const unread = openUsbprint(PATH)
  unread.close()
  await expect(unread.read(0)).rejects.toThrow('The printer is closed')
})

test('a port is closed after a second although a transfer does not end, and writes nothing more', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const device = openUsbprint(PATH)
  const writing = device.write(new Uint8Array(20_000))
  await expect.poll(() => begun.write.length).toBe(1)
  device.close()
  vi.advanceTimersByTime(999)
  await new Promise(setImmediate)
  expect(called('CloseHandle')).toEqual([])
  vi.advanceTimersByTime(1)
  await expect.poll(() => called('CloseHandle')).toEqual([[FILE]])
  begun.write[0]!.end(8_192)
  await writing
  expect(begun.write).toHaveLength(1)
})
