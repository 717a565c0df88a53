import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { repeatEvery } from './repeat-every.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const EVERY_MS = 1_000
const OF_TEST = { log: quietLog, failure: 'test run failed' }

/** Work whose runs end when the test ends them. */
function slowWork() {
  const runs: PromiseWithResolvers<void>[] = []
  let atOnce = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++atOnce)
    const run = Promise.withResolvers<void>()
    runs.push(run)
    await run.promise.finally(() => atOnce--)
  }
  return { runs, work, most: () => most }
}

it('runs at once, then each time the interval after the last run ended', async () => {
  const work = vi.fn(async () => {})
  const repeater = repeatEvery(EVERY_MS, work, OF_TEST)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(EVERY_MS - 1)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  await repeater.stop()
})

it('never runs twice at once, however long a run takes and however often it is woken', async () => {
  const { runs, work, most } = slowWork()
  const repeater = repeatEvery(EVERY_MS, work, OF_TEST)
  for (let times = 0; times < 5; times++) repeater.wake()
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS)
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toHaveLength(2) // woken during the first run
  runs[1]!.resolve()
  await repeater.stop()
  expect(most()).toBe(1)
})

it('starts the next run at once when it is woken', async () => {
  const work = vi.fn(async () => {})
  const repeater = repeatEvery(EVERY_MS, work, OF_TEST)
  await vi.advanceTimersByTimeAsync(0)
  repeater.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(2)
  await repeater.stop()
})

it('logs a run that fails and goes on', async () => {
  const error = new Error('no database today')
  const work = vi.fn(async () => Promise.reject(error))
  const warn = vi.fn()
  const repeater = repeatEvery(EVERY_MS, work, { log: { ...quietLog, warn }, failure: 'could not look' })
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(work).toHaveBeenCalledTimes(2)
  expect(warn).toHaveBeenCalledWith({ err: error }, 'could not look')
  await repeater.stop()
})

it('stops after the run in flight, aborts its signal, and leaves no timer', async () => {
  const { runs, work } = slowWork()
  const signals: AbortSignal[] = []
  const repeater = repeatEvery(
    EVERY_MS,
    (stopping) => {
      signals.push(stopping)
      return work()
    },
    OF_TEST,
  )
  let stopped = false
  const stop = repeater.stop().then(() => (stopped = true))
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect([stopped, signals[0]?.aborted]).toEqual([false, true])
  runs[0]!.resolve()
  await stop
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS)
  expect(runs).toHaveLength(1)
})

it('leaves no timer when it is stopped between two runs', async () => {
  const repeater = repeatEvery(EVERY_MS, async () => {}, OF_TEST)
  await vi.advanceTimersByTimeAsync(1)
  expect(vi.getTimerCount()).toBe(1)
  await repeater.stop()
  expect(vi.getTimerCount()).toBe(0)
})
