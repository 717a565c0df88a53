import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readConfig } from './config.ts'
import { startDeviceManager } from './start-device-manager.ts'
import { aLog } from './testing/a-log.ts'

const start = vi.hoisted(() => vi.fn<(program: string, words: string[], options: { env: object }) => unknown>())
vi.mock('node:child_process', () => ({ spawn: start }))

/** A process that ends only when the test ends it. */
class FakeProcess extends EventEmitter {
  readonly signals: string[] = []
  kill(signal: string): void {
    this.signals.push(signal)
  }
}
let started: FakeProcess[]
let logged: ReturnType<typeof aLog>['lines']
let setup: Parameters<typeof startDeviceManager>[0]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  started = []
  const { log, lines } = aLog()
  logged = lines
  setup = { config: readConfig({ DATA_DIR: '/data' }), server: 'http://127.0.0.1:1', secret: 's', log }
  start.mockReset().mockImplementation(() => {
    const child = new FakeProcess()
    started.push(child)
    return child
  })
})
afterEach(() => vi.useRealTimers())

const turn = () => new Promise((resolve) => setImmediate(resolve))

it("starts the device manager with the server's address, folder and key", async () => {
  const stop = startDeviceManager(setup)
  expect(start.mock.calls[0]?.[2].env).toMatchObject({
    POSTROOM_SERVER: 'http://127.0.0.1:1',
    POSTROOM_LOCAL_SECRET: 's',
    POSTROOM_DEVICE_DIR: '/data/device',
    MALLOC_MMAP_THRESHOLD_: '131072',
  })
  const stopped = stop()
  started[0]?.emit('exit', 0)
  await stopped
})

it('a stop asks the device manager to exit, waits for it, and starts no other', async () => {
  const stop = startDeviceManager(setup)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await turn()
  expect(started[0]?.signals).toEqual(['SIGTERM'])
  expect(isStopped).toBe(false)
  started[0]?.emit('exit', 1)
  await stopped
  expect(started).toHaveLength(1)
  expect(logged).toEqual([])
})

it('kills a device manager that does not exit within five seconds', async () => {
  const stop = startDeviceManager(setup)
  const stopped = stop()
  vi.advanceTimersByTime(4_999)
  expect(started[0]?.signals).toEqual(['SIGTERM'])
  vi.advanceTimersByTime(1)
  expect(started[0]?.signals).toEqual(['SIGTERM', 'SIGKILL'])
  started[0]?.emit('exit', null)
  await stopped
})

it.each([
  ['exits with an error', 'exit', 1, ['warn', { exit_code: 1 }, 'device manager exited; restarting it']],
  ['exits', 'exit', 0, undefined],
  ['is ended by a signal', 'exit', null, ['warn', { exit_code: null }, 'device manager exited; restarting it']],
] as const)('one that %s is started again after five seconds', async (_what, event, given, line) => {
  const stop = startDeviceManager(setup)
  started[0]?.emit(event, given)
  await turn()
  expect(logged).toEqual(line ? [line] : [])
  await vi.advanceTimersByTimeAsync(4_999)
  expect(started).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toHaveLength(2)
  const stopped = stop()
  expect(started.map(({ signals }) => signals)).toEqual([[], ['SIGTERM']])
  started[1]?.emit('exit', 0)
  await stopped
})

it('one that cannot be started is logged, and a stop ends the pause before the next attempt', async () => {
  const stop = startDeviceManager(setup)
  const err = new Error('no such program')
  started[0]?.emit('error', err)
  await turn()
  expect(logged[0]).toEqual(['warn', { err }, 'could not start the device manager'])
  await stop()
  expect(started).toHaveLength(1)
})
