import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextUpdate, UPDATE_TIMINGS } from './automatic-update.ts'
import type { Offer } from './watch-releases.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-update-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const stopping = () => new AbortController()
const timings = { lookEveryMs: 5, downloadAgainMs: 5, trialMs: 1 }
const sha256 = createHash('sha256').update('program').digest('hex')
/** A release whose file nobody serves. */
const offerOf = (version: string): Offer => ({
  version,
  file: { platform: 'linux-x64', kind: 'executable', url: 'https://127.0.0.1:9/program', sha256, size: 7 },
})
/** The file is there already, as after a restart. */
function downloaded(): string {
  const file = path.join(folder, 'update', sha256)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, 'program')
  return file
}

test('looks for an offer twice a minute, downloads again after an hour, and gives a trial two minutes', () => {
  expect(UPDATE_TIMINGS).toEqual({ lookEveryMs: 30_000, downloadAgainMs: 3_600_000, trialMs: 120_000 })
})

test('waits for an offer, and until it may take over', async () => {
  const file = downloaded()
  const offers = [undefined, undefined]
  const ready = [false, false]
  const results: unknown[] = []
  const began = performance.now()
  const update = await nextUpdate(
    {
      folder,
      offer: () => (offers.length > 0 ? offers.pop() : offerOf('2.0.0')),
      isReady: () => ready.pop() ?? true,
      onDownload: (...result) => results.push(result),
      timings: { ...timings, lookEveryMs: 25 },
    },
    stopping().signal,
  )
  expect(update).toEqual({ version: '2.0.0', file })
  expect([offers, ready]).toEqual([[], []])
  expect(performance.now() - began).toBeGreaterThan(4 * 25 - 10)
  expect(results).toEqual([['2.0.0', { file }]])
})

test('leaves a version that a newer one or a refusal has taken back while it waits', async () => {
  const file = downloaded()
  let current: Offer | undefined = offerOf('2.0.0')
  const results: string[] = []
  const update = await nextUpdate(
    {
      folder,
      offer: () => current,
      isReady: () => {
        const isSecond = current?.version === '2.0.1'
        current = offerOf('2.0.1')
        return isSecond
      },
      onDownload: (version) => results.push(version),
      timings,
    },
    stopping().signal,
  )
  expect(update).toEqual({ version: '2.0.1', file })
  expect(results).toEqual(['2.0.0', '2.0.1'])
})

test('downloads again after a failure', async () => {
  const results: unknown[] = []
  const began = performance.now()
  const update = await nextUpdate(
    {
      folder,
      offer: () => offerOf('2.0.0'),
      isReady: () => true,
      onDownload: (_version, result) => {
        results.push(result)
        if (results.length === 2) downloaded()
      },
      timings: { ...timings, downloadAgainMs: 50 },
    },
    stopping().signal,
  )
  expect(results).toEqual([{ failed: 'unreachable' }, { failed: 'unreachable' }, { file: update.file }])
  expect(performance.now() - began).toBeGreaterThan(2 * 50 - 10)
})

test.each([
  ['waits for an offer', () => undefined],
  ['downloads', () => offerOf('2.0.0')],
])('ends when it is stopped while it %s', async (_when, offer) => {
  const stop = stopping()
  const results: unknown[] = []
  const waiting = nextUpdate(
    { folder, offer, isReady: () => true, onDownload: (...result) => results.push(result), timings },
    stop.signal,
  )
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow()
  expect(results).toEqual([])
})
