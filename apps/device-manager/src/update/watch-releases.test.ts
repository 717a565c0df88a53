import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { watchReleases, type ReleaseLook } from './watch-releases.ts'

vi.mock('node:timers/promises')
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The waits so far, and a function that ends the current one. */
let waits: number[]
/** Waits that would keep the program running. */
let holding: number[]
let wake: () => void
beforeEach(() => {
  ;[waits, holding] = [[], []]
  vi.mocked(sleep).mockImplementation((ms, _value, { signal, ref = true } = {}) => {
    waits.push(ms!)
    if (ref) holding.push(ms!)
    return new Promise((resolve, reject) => {
      wake = () => resolve(undefined)
      signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })
})

test.each([
  // random    first wait         the next
  [0, 0, 0.9 * DAY_MS],
  [0.5, 5 * MINUTE_MS, DAY_MS],
  [0.999, 9.99 * MINUTE_MS, 1.0998 * DAY_MS],
])('checks within ten minutes, then about once a day, until it is stopped (random %d)', async (random, first, next) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const looks: ReleaseLook[] = []
  const answers: ReleaseLook[] = ['none', 'newer']
  const known = { available: () => undefined, look: async () => answers.shift() ?? 'current' }
  const stop = watchReleases(known, (look) => looks.push(look))
  for (const seen of [['none'], ['none', 'newer']]) {
    wake()
    await expect.poll(() => waits).toHaveLength(seen.length + 1)
    expect(looks).toEqual(seen)
  }
  expect(waits.map(Math.round)).toEqual([first, next, next].map(Math.round))
  stop()
  wake()
  await new Promise(setImmediate)
  expect([looks.length, waits.length]).toEqual([2, 3])
  expect(holding).toEqual([])
})
