import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_LINE } from '../royal-mail/call-line.store.ts'
import { clickAndDropApi, type ClickAndDropApi } from './click-and-drop-api.ts'

/** The status and body of the answer to each call, by its method. */
let answers: Record<string, [status: number, body: unknown]>
let server: http.Server
let api: ClickAndDropApi
beforeAll(async () => {
  server = http.createServer((request, response) => {
    const [status, body] = answers[request.method!]!
    request.resume().on('end', () => response.writeHead(status).end(JSON.stringify(body)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  api = clickAndDropApi({ url, headers: {}, answerWithinMs: 5_000, line: NO_LINE })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Call = (api: ClickAndDropApi) => Promise<unknown>
const remove: Call = (of) => of.remove(7, 'ours')
const create: Call = (of) => of.create({} as never)
const makeReturn: Call = (of) => of.makeReturn({} as never)
const NO_REASON = 'Royal Mail refused the order and gave no reason.'
const refused = (status: number, reason: string) => ({ kind: 'refused', status, reason })
const STILL_THERE: [number, unknown] = [200, [{ orderIdentifier: 7, orderReference: 'ours' }]]

test.each<[string, Call, typeof answers, object]>([
  ['a creation that says nothing', create, { POST: [200, {}] }, { kind: 'unknown' }],
  ['a creation without failures', create, { POST: [200, { failedOrders: [] }] }, { kind: 'unknown' }],
  ['a failure without words', create, { POST: [200, { failedOrders: [{ errors: [] }] }] }, refused(200, NO_REASON)],
  [
    'a failure with words',
    create,
    { POST: [200, { failedOrders: [{ errors: [{ errorMessage: 'One.' }, { errorMessage: 'Two.' }] }] }] },
    refused(200, 'One. Two.'),
  ],
  ['a refused creation', create, { POST: [400, { message: 'No.' }] }, refused(400, 'No.')],
  ['a refusal without words', create, { POST: [400, {}] }, refused(400, NO_REASON)],
  ['a refused key', create, { POST: [401, {}] }, refused(401, 'Royal Mail refused the key of this account.')],
  [
    'a deletion',
    remove,
    { DELETE: [200, { deletedOrders: [{ orderIdentifier: 7 }] }], GET: STILL_THERE },
    { kind: 'ok' },
  ],
  [
    'a deletion of another',
    remove,
    { DELETE: [200, { deletedOrders: [{ orderIdentifier: 8 }] }], GET: STILL_THERE },
    refused(200, NO_REASON),
  ],
  ['a deletion without an answer', remove, { DELETE: [500, {}], GET: [200, []] }, { kind: 'unknown' }],
  ['an order of another', (of) => of.find('another'), { GET: STILL_THERE }, { kind: 'ok', value: undefined }],
  ['a deletion that left nothing', remove, { DELETE: [200, {}], GET: [200, []] }, { kind: 'ok' }],
  ['a deletion of what is gone', remove, { DELETE: [404, {}], GET: [200, []] }, { kind: 'ok' }],
  ['a deletion nobody can look at', remove, { DELETE: [200, {}], GET: [500, {}] }, { kind: 'unknown' }],
  ['a deletion that did nothing', remove, { DELETE: [200, {}], GET: STILL_THERE }, refused(200, NO_REASON)],
  [
    'a deletion that failed',
    remove,
    { DELETE: [200, { errors: [{ message: 'It is manifested.' }] }], GET: STILL_THERE },
    refused(200, 'It is manifested.'),
  ],
  ['a refused deletion', remove, { DELETE: [403, { message: 'No.' }], GET: STILL_THERE }, refused(403, 'No.')],
  [
    'the return services, without those that have no code',
    (of) => of.returnServices(),
    {
      GET: [
        200,
        { services: [{ serviceCode: 'A', serviceName: 'Tracked' }, { serviceCode: 'B' }, { serviceName: 'C' }] },
      ],
    },
    {
      kind: 'ok',
      value: [
        { code: 'A', name: 'Tracked' },
        { code: 'B', name: 'B' },
      ],
    },
  ],
  ['a return label without a number', makeReturn, { POST: [200, { shipment: {} }] }, { kind: 'unknown' }],
  ['a return label that is refused', makeReturn, { POST: [200, { message: 'No.' }] }, refused(200, 'No.')],
  [
    'a return label',
    makeReturn,
    { POST: [200, { shipment: { trackingNumber: 'T1' }, label: 'x' }] },
    { kind: 'ok', value: { number: 'T1', label: 'x' } },
  ],
  ['a release', (of) => of.version(), { GET: [200, { release: '1.2', releaseDate: 'D' }] }, { value: '1.2' }],
  ['a release by its date', (of) => of.version(), { GET: [200, { releaseDate: 'D' }] }, { value: 'D' }],
  ['an accepted key', (of) => of.checkKey(), { GET: [200, []] }, { kind: 'ok' }],
])('reads %s', async (_case, call, given, outcome) => {
  answers = given
  expect(await call(api)).toMatchObject(outcome)
})
