import { getBalance } from '@postroom/contract/carrier'
import { downloadDocument } from '@postroom/contract/document'
import { processShipment } from '@postroom/contract/shipment'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { connect, type Postroom } from './client.ts'

interface Asked {
  line: string
  headers: http.IncomingHttpHeaders
  body: string
}
type Answering = (response: ServerResponse) => void

const BALANCE = {
  account_id: '0190a1b2-0000-7000-8000-000000000001',
  currency: 'GBP',
  balance: 5_00,
  posted: 5_00,
  held: 0,
}
const ID = BALANCE.account_id

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const lost: Answering = (response) => response.destroy()
/** The connection ends in the middle of the body. */
const cutOff: Answering = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{')
  setImmediate(() => response.destroy())
}
/** No answer, until the caller gives up. */
const silent: Answering = () => {}
const notYet = (status: number): Answering => json(status, {}, { 'retry-after': '0' })

/** A server that gives these answers in turn, and the last one from then on. */
async function answering(...answers: Answering[]): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const nth = asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: '' })
    asked[nth - 1]!.body = await text(request)
    answers[Math.min(nth, answers.length) - 1]!(response)
  }
  const server = http.createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const balance = (postroom: Postroom) => postroom.call(getBalance, { params: { accountId: ID } })
const shipment = (postroom: Postroom, pending_id?: string) =>
  postroom.call(processShipment, { query: { ...(pending_id && { pending_id }) }, body: {} as never })

it('sends a call with its key, and a body with its type', async () => {
  const reading = await answering(json(200, BALANCE))
  expect(await balance(connect({ url: reading.url, key: 'prk_1' }))).toEqual(BALANCE)
  const [read] = reading.asked
  expect(read).toMatchObject({
    line: `GET /api/stamp/v1/carrieraccount/${ID}/balance`,
    headers: { authorization: 'Bearer prk_1', accept: 'application/json' },
    body: '',
  })
  expect(read!.headers).not.toHaveProperty('content-type')

  const writing = await answering(json(403, {}))
  await shipment(connect({ url: writing.url, key: 'prk_1' })).catch(() => {})
  expect(writing.asked[0]).toMatchObject({ headers: { 'content-type': 'application/json' }, body: '{}' })
})

it('reads answers in bytes', async () => {
  const { url } = await answering((response) => void response.end('%PDF-'))
  const file = await connect({ url, key: 'k' }).call(downloadDocument, { params: { id: ID, type: 'label' }, query: {} })
  expect(new TextDecoder().decode(file)).toBe('%PDF-')
})

it.each([202, 429, 503])('sends a call again after status %i with Retry-After', async (status) => {
  const { url, asked } = await answering(notYet(status), notYet(status), json(200, BALANCE))
  expect(await balance(connect({ url, key: 'k' }))).toEqual(BALANCE)
  expect(asked).toHaveLength(3)
})

it('waits for as many seconds as the server asks', async () => {
  const { url, asked } = await answering(json(503, {}, { 'retry-after': '1' }), json(200, BALANCE))
  const start = performance.now()
  await balance(connect({ url, key: 'k' }))
  expect(performance.now() - start).toBeGreaterThan(990)
  expect(asked).toHaveLength(2)
})

it.each([
  ['another status', json(500, { code: 'internal_error' }, { 'retry-after': '0' }), 'internal_error'],
  ['no Retry-After', json(503, { code: 'try_again' }), 'try_again'],
  ['a date in Retry-After', json(503, { code: 'try_again' }, { 'retry-after': 'Fri, 27 Nov 2026' }), 'try_again'],
  ['a wait longer than the call may take', json(503, { code: 'try_again' }, { 'retry-after': '61' }), 'try_again'],
])('sends a call once after %s', async (_case, answer, code) => {
  const { url, asked } = await answering(answer, json(200, BALANCE))
  await expect(balance(connect({ url, key: 'k', withinMs: 60_000 }))).rejects.toMatchObject({ code })
  expect(asked).toHaveLength(1)
})

it.each([
  ['is lost', lost],
  ['breaks off', cutOff],
])('repeats a call that reads or has a pending_id when its answer %s', async (_case, fault) => {
  const reading = await answering(fault, json(200, BALANCE))
  expect(await balance(connect({ url: reading.url, key: 'k' }))).toEqual(BALANCE)
  const buying = await answering(fault, json(402, { code: 'insufficient_funds' }))
  await expect(shipment(connect({ url: buying.url, key: 'k' }), 'once')).rejects.toMatchObject({ status: 402 })
  expect(buying.asked.map(({ line }) => line)).toEqual(
    Array.from({ length: 2 }, () => 'POST /api/stamp/v1/shipment/process?pending_id=once'),
  )
  const unnamed = await answering(fault, json(402, {}))
  await expect(shipment(connect({ url: unnamed.url, key: 'k' }))).rejects.toThrow(TypeError)
  expect(unnamed.asked).toHaveLength(1)
})

it('pauses before it repeats a lost call', async () => {
  const { url, asked } = await answering(lost, json(200, BALANCE))
  const start = performance.now()
  await balance(connect({ url, key: 'k' }))
  expect(performance.now() - start).toBeGreaterThan(490)
  expect(asked).toHaveLength(2)
})

it('gives up in time when no answer comes', async () => {
  const { url, asked } = await answering(silent)
  const start = performance.now()
  await expect(balance(connect({ url, key: 'k', withinMs: 200 }))).rejects.toThrow('No answer came from the server')
  expect(performance.now() - start).toBeLessThan(5_000)
  expect(asked).toHaveLength(1)
})

it('gives up when another attempt would take too long', async () => {
  const { url, asked } = await answering(lost)
  await expect(balance(connect({ url, key: 'k', withinMs: 700 }))).rejects.toThrow(TypeError)
  expect(asked.length).toBeLessThanOrEqual(2)
  const once = await answering(lost)
  await expect(balance(connect({ url: once.url, key: 'k', withinMs: 400 }))).rejects.toThrow(TypeError)
  expect(once.asked).toHaveLength(1)
})

it.each([
  ['a lost answer', lost, 500],
  ['an answer to wait a second for', json(503, {}, { 'retry-after': '1' }), 1000],
])('repeats a call after %s only when the pause ends within its time', async (_case, answer, pause) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks())
  const late = await answering(answer, json(200, BALANCE))
  await expect(balance(connect({ url: late.url, key: 'k', withinMs: pause }))).rejects.toThrow()
  expect(late.asked).toHaveLength(1)
  const inTime = await answering(answer, json(200, BALANCE))
  expect(await balance(connect({ url: inTime.url, key: 'k', withinMs: pause + 0.5 }))).toEqual(BALANCE)
  expect(timeout.mock.lastCall).toEqual([pause + 1])
})

it('has two minutes unless it is given another time', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const { url } = await answering(json(200, BALANCE))
  await balance(connect({ url, key: 'k' }))
  expect(timeout.mock.calls).toEqual([[120_000]])
  timeout.mockRestore()
})

it('throws what the server says of a refusal', async () => {
  const body = { code: 'not_found', description: 'It is not here.', request_id: 'r1' }
  const { url } = await answering(json(404, body))
  await expect(balance(connect({ url, key: 'k' }))).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
    message: 'It is not here.',
    body,
  })
})

it.each([
  ['no JSON', (response: ServerResponse) => void response.writeHead(502).end('<h1>Bad gateway</h1>')],
  ['null', json(502, null)],
  ['a text', json(502, 'bad gateway')],
  ['other JSON', json(502, { error: 'bad gateway' })],
])('throws the status when a refusal has %s', async (_case, answer) => {
  const { url } = await answering(answer)
  await expect(balance(connect({ url, key: 'k' }))).rejects.toMatchObject({
    name: 'PostroomRefusal',
    code: 'unknown',
    message: 'The server answered with status 502.',
    status: 502,
  })
})

it('throws when an answer breaks the contract', async () => {
  const wrong = await answering(json(200, { balance: 'much' }))
  await expect(balance(connect({ url: wrong.url, key: 'k' }))).rejects.toMatchObject({ name: 'ZodError' })
  const other = await answering(json(201, BALANCE))
  await expect(balance(connect({ url: other.url, key: 'k' }))).rejects.toThrow('getBalance answered with status 201')
})

it('downloads from the server of its key only, and repeats a lost download', async () => {
  const { url, asked } = await answering(lost, (response) => void response.end('%PDF-'))
  const postroom = connect({ url, key: 'k' })
  expect(new TextDecoder().decode(await postroom.download('/api/label.pdf'))).toBe('%PDF-')
  expect(asked[1]).toMatchObject({ line: 'GET /api/label.pdf', headers: { authorization: 'Bearer k' } })
  const elsewhere = await answering(json(200, {}))
  await expect(postroom.download(`${elsewhere.url}/label.pdf`)).rejects.toThrow('is not the server of this key')
  expect(elsewhere.asked).toEqual([])
  const gone = await answering(json(410, { code: 'document_gone' }))
  const download = connect({ url: gone.url, key: 'k' }).download('/label.pdf')
  await expect(download).rejects.toMatchObject({ code: 'document_gone' })
})
