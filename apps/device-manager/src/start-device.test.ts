import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bugs, reportBug } from './device-refusal.ts'
import { readSettings } from './settings.ts'
import { startDevice, type RunningDevice } from './start-device.ts'

let folder: string
let device: RunningDevice | undefined
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-start-'))
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(async () => {
  await device?.stop()
  device = undefined
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** A device manager whose server, and whose CUPS, nobody reaches. */
const start = () =>
  startDevice(
    readSettings({
      POSTROOM_DEVICE_DIR: path.join(folder, 'new', 'device'),
      POSTROOM_DEVICE_PORT: '0',
      POSTROOM_SERVER: 'http://127.0.0.1:9',
      POSTROOM_CUPS: 'ipp://127.0.0.1:9',
    }),
    (state) => states.push(state.state),
  )
let states: string[] = []
const logged = () =>
  fs
    .readFileSync(path.join(folder, 'new/device/log.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event)
/** What keeps this process alive: timers, sockets, servers. */
const alive = () => process.getActiveResourcesInfo().filter((name) => /Timeout|TCP|UDP|FSReq|Worker/.test(name)).length

test('holds its folder, and logs its start, the server it misses and unexpected errors', async () => {
  states = []
  device = await start()
  await expect(start()).rejects.toThrow('Another device manager is running')
  await vi.waitFor(() => expect(states).toEqual(['unreachable']), { timeout: 10_000 })
  reportBug(new Error('a bug'))
  expect(logged()).toEqual(expect.arrayContaining(['start', 'connection', 'bug']))
})

test('ends everything that it started when it stops, and can be started again', async () => {
  const [before, listeners] = [alive(), bugs.hasSubscribers]
  device = await start()
  const url = device.statusUrl
  expect((await fetch(url)).status).toBe(401)
  await device.stop()
  device = undefined
  await expect(fetch(url)).rejects.toThrow()
  const lines = logged().length
  reportBug(new Error('a later bug'))
  expect([logged().length, bugs.hasSubscribers]).toEqual([lines, listeners])
  for (let tries = 0; tries < 50 && alive() > before; tries++) await sleep(20)
  expect(alive()).toBeLessThanOrEqual(before)
  device = await start()
})
