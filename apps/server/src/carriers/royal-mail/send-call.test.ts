import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, test } from 'vitest'
import { sendCall, type Call, type Caller, type Sent } from './send-call.ts'

const MB = 1024 * 1024
let server: http.Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function ask(
  answer: http.RequestListener,
  call: Call = { method: 'POST', path: '/orders', body: {} },
): Promise<Sent & { calls: number; paused: number[] }> {
  let calls = 0
  const paused: number[] = []
  server = http.createServer((request, response) => {
    calls++
    answer(request, response)
  })
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  const caller: Caller = {
    url: `http://127.0.0.1:${port}`,
    headers: { authorization: 'Bearer a key' },
    answerWithinMs: 300,
    line: { takeTurn: async () => true, pause: async (forMs) => void paused.push(forMs) },
  }
  return { ...(await sendCall(caller, call)), calls, paused }
}

const status =
  (code: number, headers: http.OutgoingHttpHeaders = {}): http.RequestListener =>
  (_request, response) =>
    response.writeHead(code, headers).end('{}')

test.each<[string, http.RequestListener, object]>([
  ['an answer', status(200), { kind: 'answered', status: 200, calls: 1 }],
  ['a refusal', status(400), { kind: 'answered', status: 400, calls: 1 }],
  ['an error of the server', status(500), { kind: 'unknown', calls: 1 }],
  ['an error of a gateway', status(504), { kind: 'unknown', calls: 1 }],
  ['a time limit of the server', status(408), { kind: 'unknown', calls: 1 }],
  ['a call that came too early', status(425), { kind: 'unknown', calls: 1 }],
  ['a conflict', status(409), { kind: 'answered', status: 409, calls: 1 }],
  ['another refusal', status(426), { kind: 'answered', status: 426, calls: 1 }],
  ['a redirect', status(302, { location: '/elsewhere' }), { kind: 'unknown', calls: 1 }],
  ['no answer', () => {}, { kind: 'unknown', calls: 1 }],
  ['a broken connection', (request) => void request.socket.destroy(), { kind: 'unknown', calls: 1 }],
  [
    'an answer that ends in the middle',
    (request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{')
      setTimeout(() => request.socket.destroy(), 50)
    },
    { kind: 'unknown', calls: 1 },
  ],
  ['the largest answer', (_request, response) => void response.end(Buffer.alloc(5 * MB)), { kind: 'answered' }],
  ['a larger one', (_request, response) => void response.end(Buffer.alloc(5 * MB + 1)), { kind: 'unknown', calls: 1 }],
  ['too many calls', status(429), { kind: 'not_sent', calls: 2, paused: [1_000, 1_000] }],
  [
    'too many calls, with a pause',
    status(429, { 'retry-after': '2' }),
    { kind: 'not_sent', calls: 2, paused: [2_000, 2_000] },
  ],
  ['too many calls, with no pause', status(429, { 'retry-after': '0' }), { calls: 2, paused: [1_000, 1_000] }],
  [
    'too many calls, with a pause of five seconds',
    status(429, { 'retry-after': '5' }),
    { kind: 'not_sent', calls: 2, paused: [5_000, 5_000] },
  ],
  [
    'too many calls, with a longer one',
    status(429, { 'retry-after': '6' }),
    { kind: 'not_sent', calls: 1, paused: [6_000] },
  ],
  [
    'too many calls, with a long pause',
    status(429, { 'retry-after': '7200' }),
    { kind: 'not_sent', calls: 1, paused: [60_000] },
  ],
  [
    'too many calls, with a date',
    status(429, { 'retry-after': 'Fri, 27 Nov 2026 10:00:00 GMT' }),
    { kind: 'not_sent', calls: 2 },
  ],
])('%s', async (_case, answer, expected) => expect(await ask(answer)).toMatchObject(expected))

it('sends the key and JSON', async () => {
  let sent: http.IncomingHttpHeaders = {}
  await ask(({ headers }, response) => {
    sent = headers
    response.end('{}')
  })
  expect(sent).toMatchObject({
    authorization: 'Bearer a key',
    'content-type': 'application/json',
    accept: 'application/json',
  })
})

it('sends no type of a body without one, and asks for the type that is wanted', async () => {
  let sent: http.IncomingHttpHeaders = {}
  const answer: http.RequestListener = ({ headers }, response) => {
    sent = headers
    response.end('{}')
  }
  expect(await ask(answer, { method: 'GET', path: '/label', accept: 'application/pdf' })).toMatchObject({ calls: 1 })
  expect(sent['accept']).toBe('application/pdf')
  expect(sent).not.toHaveProperty('content-type')
})

/** Nothing listens there any more. */
async function closedPort(): Promise<string> {
  const closed = http.createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  return `http://127.0.0.1:${port}`
}

test.each([
  ['a closed port', closedPort],
  ['an unknown host', async () => 'http://host.invalid'],
])('knows that nothing was sent to %s', async (_case, urlOf) => {
  const url = await urlOf()
  const caller: Caller = { url, headers: {}, line: { takeTurn: async () => true, pause: async () => {} } }
  const sent = await sendCall(caller, { method: 'GET', path: '/version' })
  expect(sent).toEqual({ kind: 'not_sent', reason: 'Royal Mail cannot be reached.' })
})

it('sends nothing when the line is too long', async () => {
  const line = { takeTurn: async () => false, pause: async () => {} }
  const caller: Caller = { url: 'http://host.invalid', headers: {}, line }
  expect(await sendCall(caller, { method: 'GET', path: '/version' })).toMatchObject({ kind: 'not_sent' })
})
