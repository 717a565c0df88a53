import { expect, test } from 'vitest'
import { labelRateLimit } from './label-rate-limit.ts'

const MINUTE_MS = 400
const never = new AbortController().signal

/** Requests labels one after the other, and records the minute of each: a busy machine may be late, never early. */
function aPace() {
  const limit = labelRateLimit(MINUTE_MS)
  const began = performance.now()
  const served: [labels: number, minute: number][] = []
  const ask = async (labels: number, signal = never): Promise<void> => {
    await limit(labels, signal)
    served.push([labels, Math.floor((performance.now() - began) / MINUTE_MS)])
  }
  const areServed = (...expected: [labels: number, minute: number][]) => {
    expect(served.map(([labels]) => labels)).toEqual(expected.map(([labels]) => labels))
    for (const [index, [, minute]] of expected.entries()) expect(served[index]![1]).toBeGreaterThanOrEqual(minute)
  }
  return { ask, served, areServed }
}

test('lets sixty labels pass at once, and the next after a minute', async () => {
  const { ask, areServed } = aPace()
  await Promise.all([30, 30, 1].map((labels) => ask(labels)))
  areServed([30, 0], [30, 0], [1, 1])
})

test('ends the wait of a cancelled job', async () => {
  const { ask } = aPace()
  const abort = new AbortController()
  await ask(60)
  const waiting = ask(1, abort.signal)
  abort.abort()
  await expect(waiting).rejects.toThrow('abort')
})

test('lets a job above the limit pass, and delays the next by its minutes', async () => {
  const { ask, areServed } = aPace()
  await Promise.all([ask(120), ask(60)])
  areServed([120, 0], [60, 2])
})

test('does not let small jobs overtake a large one', async () => {
  const { ask, areServed } = aPace()
  await Promise.all([1, 61, 1].map((labels) => ask(labels)))
  areServed([1, 0], [61, 1], [1, 2])
})

test('removes a cancelled job from the queue, and keeps the order of the others', async () => {
  const { ask, served, areServed } = aPace()
  const abort = new AbortController()
  const kept = [ask(1), ask(61)]
  const second = ask(1, abort.signal)
  kept.push(ask(1))
  abort.abort()
  await expect(second).rejects.toThrow('abort')
  expect(served).toHaveLength(1)
  await Promise.all(kept)
  areServed([1, 0], [61, 1], [1, 2])
})
