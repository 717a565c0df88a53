import { getEventListeners } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pauseSwitch } from './pause-switch.ts'

let folder: string
let changes: boolean[]
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-pause-'))
  changes = []
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))
const open = () => pauseSwitch(folder, (isPaused) => changes.push(isPaused))

test('is kept over restarts, and reports each change once', () => {
  const pause = open()
  expect(pause.isPaused()).toBe(false)
  for (const isPaused of [false, true, true]) pause.set(isPaused)
  expect([pause.isPaused(), open().isPaused()]).toEqual([true, true])
  pause.set(false)
  expect([pause.isPaused(), open().isPaused()]).toEqual([false, false])
  expect(changes).toEqual([true, false])
})

test('changes nothing when it cannot be kept', () => {
  const pause = open()
  fs.rmSync(folder, { recursive: true })
  expect(() => pause.set(true)).toThrow('ENOENT')
  expect([pause.isPaused(), changes]).toEqual([false, []])
})

test('needs no listener', () => {
  const pause = pauseSwitch(folder)
  pause.set(true)
  expect(pause.isPaused()).toBe(true)
})

test('lets everyone go on who waits when it ends, and leaves no listener behind', async () => {
  const pause = open()
  const cancel = new AbortController()
  const went: number[] = []
  await pause.resumed(cancel.signal) // it is not paused
  pause.set(true)
  const waiting = [1, 2].map((n) => pause.resumed(cancel.signal).then(() => went.push(n)))
  await new Promise(setImmediate)
  expect(went).toEqual([])
  pause.set(false)
  await Promise.all(waiting)
  expect(went).toEqual([1, 2])
  expect(getEventListeners(cancel.signal, 'abort')).toEqual([])
})

test.each([0, 1])('lets go on when the signal %i aborts, and at once when it has aborted before', async (which) => {
  const pause = open()
  pause.set(true)
  const cancels = [new AbortController(), new AbortController()]
  const signals = cancels.map(({ signal }) => signal)
  const waiting = pause.resumed(...signals)
  cancels[which]!.abort()
  await waiting
  await pause.resumed(...signals)
  for (const signal of signals) expect(getEventListeners(signal, 'abort')).toEqual([])
  expect(pause.isPaused()).toBe(true)
})
