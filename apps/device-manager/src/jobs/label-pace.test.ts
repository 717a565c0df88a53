import { expect, test } from 'vitest'
import { labelPace } from './label-pace.ts'

test('sixty labels pass at once; the next waits until the first are a minute old', async () => {
  let now = 0
  const pace = labelPace(() => new Date(now))
  const never = new AbortController().signal
  for (let label = 0; label < 60; label++) await pace(1, never)
  let passed = false
  const next = pace(1, never).then(() => (passed = true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(passed).toBe(false)
  now = 60_001
  await expect(
    Promise.race([next, new Promise((resolve) => setTimeout(resolve, 200, 'still waiting'))]),
  ).resolves.toBeDefined()
})

test('a cancelled job does not wait', async () => {
  const pace = labelPace(() => new Date(0))
  const abort = new AbortController()
  await pace(60, abort.signal)
  const waiting = pace(1, abort.signal)
  abort.abort()
  await expect(waiting).rejects.toThrow('abort')
})

test('one job may be larger than a minute; the next waits for as many minutes as it has', async () => {
  let now = 0
  const pace = labelPace(() => new Date(now))
  const abort = new AbortController()
  await pace(100, abort.signal)
  now = 99_999
  const early = pace(1, abort.signal)
  abort.abort()
  await expect(early).rejects.toThrow('abort')
  now = 100_001
  await expect(pace(60, new AbortController().signal)).resolves.toBeUndefined()
})
