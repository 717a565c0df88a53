import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DeviceRefusal } from '../device-refusal.ts'
import { aPdf } from '../testing/a-pdf.ts'
import { downloadDocument, ServerAway } from './download-document.ts'
import { retryWhileAway } from './retry-while-away.ts'

const PDF = aPdf()

/** A server with these answers in turn: closing the connection, an error, or the document. */
async function serverWith(...answers: ('hang up' | number)[]) {
  let asked = 0
  const server = http.createServer((request, response) => {
    const answer = answers[asked++]
    if (answer === 'hang up') request.socket.destroy()
    else if (answer !== undefined) response.writeHead(answer, { location: 'https://elsewhere.example/' }).end()
    else response.setHeader('content-type', 'application/pdf').end(PDF)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sha256 = createHash('sha256').update(PDF).digest('hex')
  const size = { width_mm: 101.6, height_mm: 152.4, pages: 1 }
  const document = { type: 'label', url: `${origin}/api/stamp/v1/shipment/1/document/label`, sha256, ...size } as const
  return {
    asked: () => asked,
    download: (signal: AbortSignal) =>
      retryWhileAway(() => downloadDocument({ origin, namedOrigin: undefined }, document), signal),
    stop: () => server.close(),
  }
}

test('retries during a restart of the server until it has the document', async () => {
  const server = await serverWith('hang up', 503)
  expect(await server.download(new AbortController().signal)).toHaveLength(PDF.length)
  expect(server.asked()).toBe(3)
  server.stop()
})

test.each([404, 410])('does not retry after status %i', async (status) => {
  const server = await serverWith(status)
  await expect(server.download(new AbortController().signal)).rejects.toThrow(DeviceRefusal)
  expect(server.asked()).toBe(1)
  server.stop()
})

test.each([
  // the server is away for   attempts
  [239_999, 3],
  [240_000, 2],
])(
  'asks a server that is away for %i ms %i times, because a link is valid for five minutes',
  async (away_ms, attempts) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const ask = vi.fn(async () => {
      if (ask.mock.calls.length === 2) vi.advanceTimersByTime(away_ms)
      if (ask.mock.calls.length < 3) throw new ServerAway()
    })
    await retryWhileAway(ask, new AbortController().signal).catch(() => {})
    expect(ask).toHaveBeenCalledTimes(attempts)
  },
)

test('stops retrying when the job is cancelled', async () => {
  const server = await serverWith(...Array<number>(50).fill(503))
  const cancelled = new AbortController()
  const waiting = server.download(cancelled.signal)
  cancelled.abort()
  await expect(waiting).rejects.toMatchObject({ fault: { code: 'document_unreachable' } })
  server.stop()
})

test.each([301, 302, 303, 307, 308])('fails at once after redirect %i, and says so', async (status) => {
  const server = await serverWith(status)
  const refused = await server.download(new AbortController().signal).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DeviceRefusal)
  expect((refused as DeviceRefusal).fault).toMatchObject({
    code: 'document_unreachable',
    description: expect.stringContaining('redirects to another address') as unknown,
  })
  expect(server.asked()).toBe(1)
  server.stop()
})
