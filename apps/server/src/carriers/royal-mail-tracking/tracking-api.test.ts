import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { NO_LINE } from '../royal-mail/call-line.store.ts'
import { trackingApi, type TrackingApi } from './tracking-api.ts'

let server: http.Server
let api: TrackingApi
let called: string | undefined
let answer: [status: number, body: unknown]
beforeEach(async () => {
  server = http.createServer((request, response) => {
    called = `${request.method} ${request.url}`
    const [status, body] = answer
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  api = trackingApi({ url: `http://127.0.0.1:${port}`, headers: {}, line: NO_LINE })
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const AT = '2026-11-20T09:00:00Z'
const UNKNOWN = { kind: 'unknown' }
const NOT_KNOWN = { errorCode: 'E1142' }
const OTHER_ERROR = { errorCode: 'E0001' }
const refusal = (...errors: object[]) => ({ errors })
const piece = (more: object, mailPieceId = 'A/1') => ({ mailPieces: { mailPieceId, ...more } })
const EVENTS = [
  { eventCode: 'EVKSP', eventName: 'Delivered', eventDateTime: AT, locationName: 'Cardiff' },
  { eventCode: 'EVAIP', eventDateTime: AT },
]
const SCAN = { item_number: 'A/1', at: new Date(AT), code: 'delivered', description: 'Delivered', place: 'Cardiff' }

test.each<[string, [number, unknown], object]>([
  ['scans', [200, piece({ events: EVENTS })], { kind: 'ok', value: [SCAN] }],
  ['no events', [200, piece({})], { kind: 'ok', value: [] }],
  ['an item that is not known', [200, piece({ error: NOT_KNOWN })], { kind: 'ok', value: [] }],
  ['another error of the item', [200, piece({ error: OTHER_ERROR })], UNKNOWN],
  ['another item', [200, piece({ events: EVENTS }, 'A')], UNKNOWN],
  ['another shape', [200, { mailPieces: [] }], UNKNOWN],
  ['no JSON', [200, 'gibberish'], UNKNOWN],
  ['another status', [201, piece({ events: EVENTS })], UNKNOWN],
  ['a refusal of an item that is not known', [404, refusal(NOT_KNOWN)], { kind: 'ok', value: [] }],
  ['a refusal with another error too', [404, refusal(NOT_KNOWN, OTHER_ERROR)], UNKNOWN],
  ['a refusal without an error', [404, refusal()], UNKNOWN],
  ['a refusal with a long code', [404, refusal({ errorCode: 'E'.repeat(21) })], UNKNOWN],
  ['a key that is not known', [401, ''], { kind: 'refused' }],
  ['a key that may not', [403, ''], { kind: 'refused' }],
  ['a forbidden method', [405, ''], UNKNOWN],
])('the events of an item from %s', async (_what, given, events) => {
  answer = given
  expect(await api.events('A/1')).toEqual(events)
  expect(called).toBe('GET /A%2F1/events')
})

const newest = (code: 'accepted' | 'delivered') => ({ at: new Date(AT), code })
const summary = (lastEventCode?: string, lastEventDateTime?: string) => ({
  summary: { lastEventCode, lastEventDateTime },
})
const LATER = '2026-11-20T09:00:01Z'
const EARLIER = '2026-11-20T08:59:59Z'

test.each<[string, object | undefined, ReturnType<typeof newest> | undefined, 'moved' | 'unknown' | undefined]>([
  ['its first scan', summary('EVDAV', AT), undefined, 'moved'],
  ['a later scan', summary('EVDAV', LATER), newest('accepted'), 'moved'],
  ['another scan at the same time', summary('EVKSP', AT), newest('accepted'), 'moved'],
  ['the same scan', summary('EVDAV', AT), newest('accepted'), undefined],
  ['an earlier scan', summary('EVDAV', EARLIER), newest('accepted'), undefined],
  ['an event that is no scan', summary('EVAIP', LATER), newest('accepted'), undefined],
  ['an event without a time', summary('EVDAV'), undefined, undefined],
  ['no event', {}, undefined, undefined],
  ['that it is not known', { error: NOT_KNOWN }, undefined, undefined],
  ['another error', { error: OTHER_ERROR }, undefined, 'unknown'],
  ['nothing', undefined, undefined, 'unknown'],
])('of an item with %s a summary says whether it moved', async (_what, said, known, found) => {
  const item = { item_number: 'B', ...(known && { newest: known }) }
  const still = { item_number: 'A/1', newest: newest('delivered') }
  const pieces = [{ mailPieceId: 'A/1', ...summary('EVKSP', AT) }, ...(said ? [{ mailPieceId: 'B', ...said }] : [])]
  answer = [200, { mailPieces: pieces }]
  const value = { moved: found === 'moved' ? [item] : [], unknown: found === 'unknown' ? [item] : [] }
  expect(await api.moved([still, item])).toEqual({ kind: 'ok', value })
  expect(called).toBe('GET /summary?mailPieceId=A%2F1,B')
})

it('a summary without an answer says nothing, and one of items that are not known nothing new', async () => {
  answer = [404, refusal(NOT_KNOWN)]
  expect(await api.moved([])).toEqual({ kind: 'ok', value: { moved: [], unknown: [] } })
  answer = [404, '']
  expect(await api.moved([])).toEqual(UNKNOWN)
  answer = [401, '']
  expect(await api.moved([])).toEqual({ kind: 'refused' })
})
