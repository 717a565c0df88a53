import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { clickAndDropApi, type ClickAndDropApi } from './click-and-drop-api.ts'
import type { CreateOrder } from './create-order.ts'
import type { CreateReturn } from './create-return.ts'

const NO_REASON = 'Royal Mail refused the order and gave no reason.'

let server: http.Server
let api: ClickAndDropApi
let calls: string[]
/** What is answered, in turn: a status and a body. */
let answers: [number, unknown][]
beforeEach(async () => {
  calls = []
  answers = []
  server = http.createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    const [status, body] = answers.shift() ?? [500, '']
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const line = { takeTurn: async () => true, pause: async () => {} }
  api = clickAndDropApi({ url: `http://127.0.0.1:${port}`, headers: {}, line })
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const ORDER = { orderIdentifier: 7, orderReference: 'ref-1' }
const OTHER = { orderIdentifier: 8, orderReference: 'ref-2' }
const create = () => api.create({ orderReference: 'ref-1' } as CreateOrder)
const make = () => api.makeReturn({} as CreateReturn)
const ok = (value?: unknown) => ({ kind: 'ok', value })
const refused = (status: number, reason: string) => ({ kind: 'refused', status, reason })
const UNKNOWN = { kind: 'unknown' }

describe('an order that is created', () => {
  it.each<[string, [number, unknown], object]>([
    ['the one with our reference', [200, { createdOrders: [OTHER, ORDER] }], ok(ORDER)],
    ['another', [200, { createdOrders: [OTHER] }], UNKNOWN],
    ['none and no failure', [200, { createdOrders: [], failedOrders: [] }], UNKNOWN],
    ['nothing', [200, {}], UNKNOWN],
    ['no JSON', [200, 'gibberish'], UNKNOWN],
    [
      'its failures',
      [200, { failedOrders: [{ errors: [{ errorMessage: 'One.' }] }, { errors: [{ errorMessage: 'Two.' }] }] }],
      refused(200, 'One. Two.'),
    ],
    ['a failure without errors', [200, { failedOrders: [{}] }], refused(200, NO_REASON)],
    ['a failure without words', [200, { failedOrders: [{ errors: [{}] }] }], refused(200, NO_REASON)],
    ['a refusal', [400, { message: 'No postcode.' }], refused(400, 'No postcode.')],
    ['a list of refusals', [400, [{ message: 'One.' }, { message: 'Two.' }]], refused(400, 'One. Two.')],
    [
      'named refusals',
      [400, { errors: [{ description: 'One.' }, { description: 'Two.' }] }],
      refused(400, 'One. Two.'),
    ],
    ['a refusal of the gateway', [403, { httpMessage: 'Forbidden' }], refused(403, 'Forbidden')],
    ['a refusal without words', [400, ''], refused(400, NO_REASON)],
    ['a refused key', [401, ''], refused(401, 'Royal Mail refused the key of this account.')],
    ['a refused key, with words', [401, { message: 'Bad key.' }], refused(401, 'Bad key.')],
    ['a redirect', [302, ''], UNKNOWN],
    ['an error', [500, ''], UNKNOWN],
  ])('is known from %s', async (_what, answer, known) => {
    answers = [answer]
    expect(await create()).toMatchObject(known)
    expect(calls).toEqual(['POST /orders'])
  })
})

describe('an order that is looked for', () => {
  it.each<[string, [number, unknown], object]>([
    ['the one with our reference', [200, [OTHER, ORDER]], ok(ORDER)],
    ['others only', [200, [OTHER]], ok()],
    ['none', [404, ''], ok()],
    ['a refusal', [400, { message: 'No.' }], refused(400, 'No.')],
    ['another shape', [200, {}], UNKNOWN],
  ])('is known from %s', async (_what, answer, known) => {
    answers = [answer]
    expect(await api.find('ref-1')).toMatchObject(known)
    expect(calls).toEqual(['GET /orders/%22ref-1%22'])
  })
})

describe('an order that is deleted', () => {
  const gone: [number, unknown] = [404, '']
  const there: [number, unknown] = [200, [ORDER]]
  const notDeleted: [number, unknown] = [200, { errors: [{ message: 'It is on a manifest.' }, { message: 'Sorry.' }] }]
  const look = 'GET /orders/%22ref-1%22'

  it.each<[string, [number, unknown][], object, string[]]>([
    ['deleted', [[200, { deletedOrders: [{ orderIdentifier: 7 }] }]], ok(), []],
    ['another deleted, and gone', [[200, { deletedOrders: [{ orderIdentifier: 8 }] }], gone], ok(), [look]],
    ['not deleted, and there', [notDeleted, there], refused(200, 'It is on a manifest. Sorry.'), [look]],
    ['not deleted, without words', [[200, {}], there], refused(200, NO_REASON), [look]],
    ['not deleted, and gone', [notDeleted, gone], ok(), [look]],
    ['refused, and there', [[400, { message: 'No.' }], there], refused(400, 'No.'), [look]],
    ['refused, and gone', [[404, ''], gone], ok(), [look]],
    [
      'refused, and then no answer',
      [
        [400, { message: 'No.' }],
        [500, ''],
      ],
      UNKNOWN,
      [look],
    ],
    ['no answer', [[500, '']], UNKNOWN, []],
  ])('is known to be %s', async (_what, given, known, more) => {
    answers = given
    expect(await api.remove(7, 'ref-1')).toEqual(known)
    expect(calls).toEqual(['DELETE /orders/7', ...more])
  })

  it('is not looked for when the call was not sent', async () => {
    const line = { takeTurn: async () => false, pause: async () => {} }
    const unsent = await clickAndDropApi({ url: 'http://host.invalid', headers: {}, line }).remove(7, 'ref-1')
    expect(unsent).toEqual(refused(0, 'Royal Mail is busy. Try again in a minute.'))
    expect(calls).toEqual([])
  })
})

describe('a manifest', () => {
  it.each<[string, () => Promise<object>, string]>([
    ['made', () => api.makeManifest(), 'POST /manifests'],
    ['looked at', () => api.manifest('4/5'), 'GET /manifests/4%2F5'],
    ['made again', () => api.retryManifest('4/5'), 'POST /manifests/retry/4%2F5'],
  ])('that is %s has its number, and its errors as one line', async (_what, ask, call) => {
    const errors = [{ description: 'One.' }, { description: ' Two. ' }]
    answers = [[200, { manifestNumber: 5, status: 'Failed', errors, documentPdf: null }]]
    const value = { manifestNumber: 5, status: 'Failed', errors: 'One. Two.', documentPdf: undefined }
    expect(await ask()).toEqual(ok(value))
    expect(calls).toEqual([call])
  })

  it('without a number is unknown, and without errors has none', async () => {
    answers = [
      [200, { status: 'Completed' }],
      [200, { manifestNumber: 5 }],
    ]
    expect(await api.manifest('5')).toEqual(UNKNOWN)
    expect(await api.manifest('5')).toMatchObject({ value: { manifestNumber: 5 } })
  })
})

describe('a return', () => {
  const shipment = { trackingNumber: 'TT1' }

  it.each<[string, [number, unknown], object]>([
    ['made', [200, { shipment, qrCode: 'q', label: 'l' }], ok({ shipment, qrCode: 'q', label: 'l', number: 'TT1' })],
    ['made without a code', [200, { shipment, label: null }], ok({ shipment, number: 'TT1' })],
    ['made without a number', [200, { shipment: {}, label: 'l' }], UNKNOWN],
    ['refused in an answer with status 200', [200, { errors: [{ description: 'No.' }] }], refused(200, 'No.')],
    ['refused', [400, { message: 'No.' }], refused(400, 'No.')],
    ['no JSON', [200, 'gibberish'], UNKNOWN],
  ])('is known to be %s', async (_what, answer, known) => {
    answers = [answer]
    expect(await make()).toMatchObject(known)
    expect(calls).toEqual(['POST /returns'])
  })

  it('has the services with a code, named by it where they have no name', async () => {
    const services = [{ serviceCode: 'A', serviceName: 'One' }, { serviceCode: 'B' }, { serviceName: 'Three' }]
    answers = [
      [200, { services }],
      [400, { message: 'No.' }],
    ]
    const listed = [
      { code: 'A', name: 'One' },
      { code: 'B', name: 'B' },
    ]
    expect(await api.returnServices()).toEqual(ok(listed))
    expect(await api.returnServices()).toEqual(refused(400, 'No.'))
    expect(calls[0]).toBe('GET /returns/services')
  })
})

it('knows the release of the interface, or its date', async () => {
  answers = [
    [200, { release: '1.2', releaseDate: '2025-01-01' }],
    [200, { releaseDate: '2025-01-01' }],
    [400, { message: 'No.' }],
  ]
  expect(await api.version()).toEqual(ok('1.2'))
  expect(await api.version()).toEqual(ok('2025-01-01'))
  expect(await api.version()).toEqual(refused(400, 'No.'))
  expect(calls[0]).toBe('GET /version')
})

it('knows whether a key is known', async () => {
  answers = [
    [200, '[]'],
    [401, ''],
    [500, ''],
  ]
  expect(await api.checkKey()).toEqual(ok())
  expect(await api.checkKey()).toMatchObject({ kind: 'refused', status: 401 })
  expect(await api.checkKey()).toEqual(UNKNOWN)
  expect(calls[0]).toBe('GET /orders?pageSize=1')
})

it('asks for the postage label alone', async () => {
  answers = [[200, '%PDF-']]
  expect(await api.label(7)).toEqual(ok(Buffer.from('%PDF-')))
  expect(calls).toEqual(['GET /orders/7/label?documentType=postageLabel&includeReturnsLabel=false&includeCN=false'])
})
