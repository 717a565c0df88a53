import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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

const program = (kind: 'own' | 'package'): ProgramFacts => ({
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
  return { record, updates: keepUpdated(readSettings({ POSTROOM_DEVICE_DIR: folder }), program(kind), record) }
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
