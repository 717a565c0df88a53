import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { bugs } from '../device-refusal.ts'
import type { ProgramFacts } from '../program-facts.ts'
import { readSettings } from '../settings.ts'
import type { RunningDevice } from '../start-device.ts'
import { keepUpdated } from './keep-updated.ts'
import { updateRecord } from './update-record.ts'

let folder: string
beforeEach(() => {
  vi.useFakeTimers()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-keep-'))
})
afterEach(() => {
  vi.useRealTimers()
  fs.rmSync(folder, { recursive: true })
})

const programOf = (kind: 'own' | 'package'): ProgramFacts => ({
  version: '1.0.0',
  releaseKey: undefined,
  installed: { kind, program: '/nowhere', platform: 'linux-x64' },
  args: [],
  updateTimings: { lookEveryMs: 60_000, downloadAgainMs: 60_000, trialMs: 5_000 },
})
const PAIRED = { alias: '', organisation: '', documents_url: '' }

/** The start after a trial of 1.0.1 that was silent. */
function startedAfterSilence(kind: 'own' | 'package' = 'own') {
  const before = updateRecord(folder)
  before.begin('1.0.1')
  before.silent('1.0.1')
  const record = updateRecord(folder)
  return { record, updates: keepUpdated(readSettings({ POSTROOM_DEVICE_DIR: folder }), programOf(kind), record) }
}

test('blames a version that was silent once this one connects', () => {
  const { record, updates } = startedAfterSilence()
  for (const state of ['connecting', 'no_pubnub'] as const) updates.connection({ state, ...PAIRED })
  updates.connection({ state: 'starting' })
  expect(record.isRejected('1.0.1')).toBe(false)
  updates.connection({ state: 'connected', ...PAIRED })
  expect(record.isRejected('1.0.1')).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('does not blame it when this version is as long without a connection', () => {
  const { record, updates } = startedAfterSilence()
  vi.advanceTimersByTime(4_999)
  expect(updateRecord(folder).settle('1.0.0')).toBe('1.0.1')
  vi.advanceTimersByTime(1)
  expect(updateRecord(folder).settle('1.0.0')).toBeUndefined()
  updates.connection({ state: 'connected', ...PAIRED })
  expect(record.isRejected('1.0.1')).toBe(false)
})

test('does not keep the program running to settle a trial', () => {
  vi.useRealTimers()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const { updates } = startedAfterSilence()
  expect(timers.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false])
  timers.mockRestore()
  updates.connection({ state: 'connected', ...PAIRED })
})

test('leaves a program of a package manager alone', () => {
  const { record, updates } = startedAfterSilence('package')
  expect(vi.getTimerCount()).toBe(0)
  updates.connection({ state: 'connected', ...PAIRED })
  expect(record.isRejected('1.0.1')).toBe(false)
  const asked = vi.fn()
  updates.begin({ replacement: asked } as unknown as RunningDevice, async () => {})
  expect(asked).not.toHaveBeenCalled()
})

test('looks for an update of its own program until it is stopped, without a report', async () => {
  const reported: unknown[] = []
  const onBug = (error: unknown) => reported.push(error)
  bugs.subscribe(onBug)
  onTestFinished(() => bugs.unsubscribe(onBug))
  const { updates } = startedAfterSilence()
  const asked = vi.fn()
  updates.begin({ replacement: asked } as unknown as RunningDevice, async () => {})
  expect(asked).toHaveBeenCalledTimes(1)
  updates.stop()
  await new Promise((resolve) => process.nextTick(resolve))
  expect(reported).toEqual([])
})

const NEW_VERSION = (trial: string) => `#!/bin/sh
[ "$POSTROOM_UPDATE_TRIAL" = 1 ] && ${trial}
echo "new $* $POSTROOM_UPDATE_TRIAL" >"$OUT"
`

/** A program that updates itself; the downloaded new version behaves on trial as given. */
function updateWith(trial: string) {
  const [program, out, log] = ['program', 'out', 'log'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  fs.writeFileSync(program, '#!/bin/sh\necho "old $* $POSTROOM_UPDATE_TRIAL" >"$OUT"\n', { mode: 0o755 })
  const content = NEW_VERSION(trial)
  const sha256 = createHash('sha256').update(content).digest('hex')
  fs.mkdirSync(path.join(folder, 'update'))
  fs.writeFileSync(path.join(folder, 'update', sha256), content, { mode: 0o700 })
  const file = { platform: 'linux-x64', kind: 'executable', url: 'https://127.0.0.1:9/', sha256, size: content.length }
  const facts = { program, folder, offer: { version: '1.0.1', file }, log }
  fs.writeFileSync(path.join(folder, 'facts.json'), JSON.stringify(facts))
  const code = `
    import fs from 'node:fs'
    import { keepUpdated } from ${JSON.stringify(import.meta.resolve('./keep-updated.ts'))}
    import { updateRecord } from ${JSON.stringify(import.meta.resolve('./update-record.ts'))}
    const { program, folder, offer, log } = JSON.parse(fs.readFileSync(${JSON.stringify(path.join(folder, 'facts.json'))}))
    const say = (words) => fs.appendFileSync(log, words + '\\n')
    const installed = { kind: 'own', program, platform: 'linux-x64' }
    const updateTimings = { lookEveryMs: 10, downloadAgainMs: 10, trialMs: 1500 }
    const about = { version: '1.0.0', releaseKey: undefined, installed, args: ['a', 'b'], updateTimings }
    const updates = keepUpdated({ folder }, about, updateRecord(folder))
    const device = {
      replacement: () => offer,
      isIdle: () => true,
      log: ({ event, version, step }) => say([event, version, step].join(' ')),
    }
    updates.connection({ state: 'connected' })
    updates.begin(device, async () => say('stopped'))`
  const harness = path.join(folder, 'harness.mjs')
  fs.writeFileSync(harness, code)
  execFileSync(process.execPath, [harness], { env: { ...process.env, OUT: out }, timeout: 30_000 })
  return { program: fs.readFileSync(program, 'utf8'), content, out, log: fs.readFileSync(log, 'utf8') }
}

describe.runIf(process.platform === 'linux')('a new version', () => {
  test('that connects takes the place of the old one, with its arguments', () => {
    const { program: now, content, out, log } = updateWith('exit 86')
    expect(now).toBe(content)
    expect(fs.readFileSync(out, 'utf8')).toBe('new a b \n')
    expect(log).toBe('update 1.0.1 downloaded\nupdate 1.0.1 tried\nstopped\n')
    expect(updateRecord(folder).settle('1.0.1')).toBeUndefined()
  })

  test('that dies is rejected, and the old one goes on', () => {
    const { program: now, content, out } = updateWith('exit 1')
    expect(now).not.toBe(content)
    expect(fs.readFileSync(out, 'utf8')).toBe('old a b \n')
    expect(updateRecord(folder).isRejected('1.0.1')).toBe(true)
  })

  test('that does not connect in time is ended and in question, and the old one goes on', () => {
    const { out } = updateWith('exec sleep 60')
    expect(fs.readFileSync(out, 'utf8')).toBe('old a b \n')
    expect(updateRecord(folder).isRejected('1.0.1')).toBe(false)
    expect(updateRecord(folder).settle('1.0.0')).toBe('1.0.1')
  })
})
