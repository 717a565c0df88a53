import type { ClientFrame } from '@postroom/contract/hub-wire'
import { expect, test } from 'vitest'
import { frameGate } from './frame-gate.ts'

/** A gate whose frames are answered at once, by default. */
function aGate({ isAnswering = true } = {}) {
  let now = 0
  const gate = frameGate(() => now)
  const ask = (frame: ClientFrame) => {
    const verdict = gate.verdict(frame)
    if (isAnswering && verdict === 'let_in') gate.answered()
    return verdict
  }
  return {
    ask,
    gate,
    publish: (n: number) => ask({ pub: 'c', d: n, n }),
    time: (n: number) => ask({ time: 1, n }),
    pass: (ms: number) => (now += ms),
  }
}

const count = (times: number, ask: (n: number) => string) => {
  const verdicts: Partial<Record<string, number>> = {}
  for (let n = 0; n < times; n++) {
    const verdict = ask(n)
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1
  }
  return verdicts
}

test('accepts two hundred messages at once, then fifty a second', () => {
  const { publish, pass } = aGate()
  expect(count(300, publish)).toEqual({ let_in: 200, refused: 100 })
  pass(1_000)
  expect(count(100, (n) => publish(200 + n))).toEqual({ let_in: 50, refused: 50 })
  pass(60_000)
  expect(count(300, (n) => publish(250 + n))).toEqual({ let_in: 200, refused: 100 })
})

test('refuses later messages until the one it refused was sent again', () => {
  const { publish, pass, time } = aGate()
  count(202, publish)
  pass(1_000)
  expect([publish(202), publish(201), publish(200), publish(201), publish(202)]).toEqual([
    'refused',
    'refused',
    'let_in',
    'let_in',
    'let_in',
  ])
  expect(time(203)).toBe('let_in')
})

test('accepts 256 unanswered frames, then one more for each answer', () => {
  const { time, gate } = aGate({ isAnswering: false })
  expect(count(300, time)).toEqual({ let_in: 256, refused: 44 })
  gate.answered()
  expect(count(2, time)).toEqual({ let_in: 1, refused: 1 })
})

test('closes the connection of a client that does not wait, never of one that does', () => {
  const flood = aGate()
  expect(count(2_000, flood.publish)).toEqual({ let_in: 200, refused: 1_000, sent_away: 800 })
  const patient = aGate()
  let next = 0
  for (let second = 0; second < 600; second++) {
    const from = next
    for (let n = from; n < from + 64; n++) {
      const verdict = patient.publish(n)
      if (verdict === 'let_in') next = n + 1
      expect(verdict).not.toBe('sent_away')
    }
    patient.pass(1_000)
  }
  expect(next).toBeGreaterThanOrEqual(200 + 599 * 50)
})

test('after a thousand refusals a hundred more a second are answered', () => {
  const { time, pass } = aGate({ isAnswering: false })
  count(256, time)
  expect(count(1_000, time)).toEqual({ refused: 1_000 })
  expect(time(1)).toBe('sent_away')
  pass(1_000)
  expect(count(101, time)).toEqual({ refused: 100, sent_away: 1 })
})

test('closes the connection when a grant is refused: it has no number to refuse it under', () => {
  const { ask, time } = aGate({ isAnswering: false })
  count(256, time)
  expect(ask({ auth: 'x' })).toBe('sent_away')
})
