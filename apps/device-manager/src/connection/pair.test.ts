import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pair } from './pair.ts'

const HUB = crypto.randomUUID()
const WAITING = { status: 'waiting' }
const PAIRED = { status: 'paired', hub_id: HUB }
const POLL_MS = 60

/** The answers to successive polls, each a body or an error; the last one repeats. */
let polls: (object | number)[]
let polledAt: number[]
let started: unknown[]
let codes: string[]
let stopping: AbortController
beforeEach(() => {
  ;[polls, polledAt, started, codes, stopping] = [[WAITING], [], [], [], new AbortController()]
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (url.endsWith('/pairing')) {
      const candidate = JSON.parse(body) as { enrolment_code?: string }
      started.push(candidate)
      if (candidate.enrolment_code === 'UNKNOWN') return refusal('enrolment_code_invalid', 422)
      const code = `CODE-${started.length}`
      return Response.json({ id: crypto.randomUUID(), code, poll_token: 'token', expires_at: '2099-01-01T00:00:00Z' })
    }
    await new Promise(setImmediate)
    if (stopping.signal.aborted) throw new Error('polled after the stop')
    polledAt.push(performance.now())
    const answer = polls.length > 1 ? polls.shift()! : polls[0]!
    if (answer === 0) throw new Error('unreachable')
    if (typeof answer === 'object') return Response.json(answer)
    return refusal('internal_error', answer)
  })
})
afterEach(() => {
  stopping.abort()
  vi.unstubAllGlobals()
})

const refusal = (code: string, status: number) => Response.json({ code, description: '' }, { status })

function begin(localSecret?: string, pollMs = POLL_MS, enrolmentCode?: string) {
  const candidate = { publicKey: 'A'.repeat(43), alias: 'Bench', localSecret, enrolmentCode }
  const watch = { signal: stopping.signal, pollMs }
  return pair('http://post.example', candidate, (code) => codes.push(code), watch)
}

test('waits between two polls', async () => {
  polls = [WAITING, WAITING, WAITING, PAIRED]
  expect(await begin()).toBe(HUB)
  const waits = polledAt.slice(1).map((at, n) => at - polledAt[n]!)
  expect(waits).toHaveLength(3)
  expect(Math.min(...waits)).toBeGreaterThan(POLL_MS - 5)
  expect(codes).toEqual(['CODE-1'])
})

test('polls no more once it is stopped', async () => {
  const pairing = begin()
  await expect.poll(() => polledAt).toHaveLength(2)
  stopping.abort()
  await expect(pairing).rejects.toThrow('aborted')
  await new Promise((resolve) => setTimeout(resolve, 2 * POLL_MS))
  expect(polledAt).toHaveLength(2)
})

test('shows no code when the server that started it pairs it at once', async () => {
  polls = [PAIRED]
  expect(await begin('secret')).toBe(HUB)
  expect(codes).toEqual([])
  expect(started).toEqual([{ public_key: 'A'.repeat(43), alias: 'Bench', local_secret: 'secret' }])
})

test('shows no code when the server accepts its enrolment code', async () => {
  polls = [PAIRED]
  expect(await begin(undefined, POLL_MS, 'K7QM-2XWP')).toBe(HUB)
  expect(codes).toEqual([])
  expect(started).toEqual([{ public_key: 'A'.repeat(43), alias: 'Bench', enrolment_code: 'K7QM-2XWP' }])
})

test('shows a code when its enrolment code is refused', async () => {
  polls = [WAITING, PAIRED]
  expect(await begin(undefined, 1, 'UNKNOWN')).toBe(HUB)
  expect(started).toHaveLength(2)
  expect(started[1]).toEqual({ public_key: 'A'.repeat(43), alias: 'Bench' })
  expect(codes).toEqual(['CODE-2'])
})

test.each([0, 500, 503, 429])('the shown code stays valid after the answer %i', async (answer) => {
  polls = [WAITING, answer, PAIRED]
  expect(await begin(undefined, 1)).toBe(HUB)
  expect(codes).toEqual(['CODE-1'])
})

test.each([404, 410])('shows a new code after the answer %i', async (answer) => {
  polls = [WAITING, answer, WAITING, PAIRED]
  expect(await begin(undefined, 1)).toBe(HUB)
  expect(codes).toEqual(['CODE-1', 'CODE-2'])
})

test.each([400, 403, 499])('ends after the answer %i', async (answer) => {
  polls = [WAITING, answer]
  await expect(begin(undefined, 1)).rejects.toMatchObject({ status: answer })
})
