import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readConfig } from './config.ts'
import type { Log } from './log.ts'
import { startDeviceManager } from './start-device-manager.ts'

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
let logged: string[]
const lines = (level: string) => (_facts: unknown, text: string) => void logged.push(`${level} ${text}`)
const log = { warn: lines('warn'), error: lines('error') } as unknown as Log
const setup = { config: readConfig({ DATA_DIR: '/data' }), server: 'http://127.0.0.1:1', secret: 's', log }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  started = []
  logged = []
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
