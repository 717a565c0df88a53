import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { shipmentDraftSchema } from '@postroom/contract/shipment'
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { sealUnder } from '../../sealed-text.ts'
import { stubLabel } from '../../testing/click-and-drop/stub-label.ts'
import { aShipmentDraft, purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import type { CarrierOrder } from '../carrier-port.ts'
import { NO_LINE } from '../royal-mail/call-line.store.ts'
import { clickAndDropApi } from './click-and-drop-api.ts'
import { completeOrder } from './complete-order.ts'
import { connectAccount, connectionOf, type Connection } from './connection.store.ts'
import { rememberFirst } from './reference.store.ts'

const seal = sealUnder('a secret of the installation')
const [NUMBER, OTHER] = ['TT021354698GB', 'TT021354707GB']

let scene: PurchaseScene
let connection: Connection
let server: http.Server
let calls: string[]
/** What is answered, in turn: a status and a body. */
let answers: [status: number, body: unknown][]
let label: string
beforeAll(async () => {
  scene = await purchaseScene(0)
  const packages = [{ trackingNumber: NUMBER }]
  const info = { orderIdentifier: 7, createdOn: '2026-11-20T10:00:00Z', packages }
  label = Buffer.from(await stubLabel(info, { width_mm: 101.6, height_mm: 152.4 })).toString('base64')
  server = http.createServer((request, response) => {
    calls.push(`${request.method} ${request.url!.split('?')[0]}`)
    const [status, body] = answers.shift() ?? [500, '']
    response.writeHead(status).end(body instanceof Buffer ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await scene.close()
})

let ref: string
beforeEach(async () => {
  const { db } = scene.context
  const { account } = scene.buyer
  calls = []
  ref = randomUUID()
  await connectAccount(db, seal, account, 'a key')
  connection = (await connectionOf(db, seal, account))!
  await rememberFirst(db, ref, { state: 'asked', connection_id: connection.id })
})

const ORDER: CarrierOrder = {
  draft: shipmentDraftSchema.parse(aShipmentDraft({ by: '11111111-1111-4111-8111-111111111111' })),
  quote: { service: { code: '1SF' } } as never,
  labels: 1,
}
const found = (more: object = {}) => ({ orderIdentifier: 7, orderReference: ref, ...more }) as never

/** Completes an order that was found, while the carrier answers so. */
async function complete(order: object, given: typeof answers, { isLate = false, line = NO_LINE } = {}) {
  answers = given
  const { port } = server.address() as AddressInfo
  const api = clickAndDropApi({ url: `http://127.0.0.1:${port}`, headers: {}, line })
  const work = { db: scene.context.db, api, connection, ref, order: ORDER }
  const { state, reason, carrier_no, order_id } = await completeOrder(work, found(order), isLate)
  return [state, reason ?? carrier_no, ...(state === 'live' ? [order_id] : [])]
}
const printsLabels = async () => (await connectionOf(scene.context.db, seal, scene.buyer.account))!.prints_labels

test.each([
  ['of the order', () => ({ trackingNumber: NUMBER })],
  ['of its package', () => ({ packages: [{ trackingNumber: NUMBER }] })],
  [
    'of its package before that of the order',
    () => ({ packages: [{ trackingNumber: NUMBER }], trackingNumber: OTHER }),
  ],
])('sells the item under the number %s, and asks for nothing else', async (_what, order) => {
  expect(await complete({ label, ...order() }, [])).toEqual(['live', NUMBER, 7])
  expect(calls).toEqual([])
})

it('asks for the label and the number that the order came without', async () => {
  const again = [found({ trackingNumber: NUMBER })]
  const given: typeof answers = [
    [200, Buffer.from(label, 'base64')],
    [200, again],
  ]
  expect(await complete({}, given)).toEqual(['live', NUMBER, 7])
  expect(calls).toEqual(['GET /orders/7/label', `GET /orders/%22${ref}%22`])
})

const DELETED: [number, unknown] = [200, { deletedOrders: [{ orderIdentifier: 7 }] }]
const REMOVE = 'DELETE /orders/7'
const NO_USABLE_LABEL = 'Royal Mail made no label that can be printed.'

test.each<[string, () => object, typeof answers, string[]]>([
  ['a number', () => ({ label }), [[200, []]], [`GET /orders/`]],
  ['an answer to its number', () => ({ label }), [[500, '']], [`GET /orders/`]],
  ['an answer to its label', () => ({}), [[500, '']], ['GET /orders/7/label']],
  ['a label that is a PDF', () => ({ label: 'bm9uZQ==', trackingNumber: NUMBER }), [], []],
])('an order without %s waits, and is deleted when it is late', async (_what, order, given, asked) => {
  expect(await complete(order(), [...given])).toEqual(['asked', null])
  expect(await complete(order(), [...given, DELETED], { isLate: true })).toEqual(['rejected', NO_USABLE_LABEL])
  const short = calls.map((call) => call.replace(/%22.*$/, ''))
  expect(short).toEqual([...asked, ...asked, REMOVE])
})

it('an order whose label is refused is deleted, for as long as that takes', async () => {
  const refusal: [number, unknown] = [400, { message: 'No postcode.' }]
  expect(await complete({}, [refusal, [500, '']])).toEqual(['cancelling', 'No postcode.'])
  expect(calls).toEqual(['GET /orders/7/label', REMOVE])
  expect(await printsLabels()).toBeNull()
})

it('an account that may not print labels is remembered', async () => {
  const reason = 'The Click & Drop account may not print labels through its interface.'
  expect(await complete({}, [[403, { message: 'Forbidden.' }], DELETED])).toEqual(['rejected', reason])
  expect(await printsLabels()).toBe(false)
})

it('an order whose label could not be asked for at a busy time waits', async () => {
  const line = { ...NO_LINE, takeTurn: async () => false }
  expect(await complete({}, [], { line, isLate: true })).toEqual(['asked', null])
  expect(calls).toEqual([])
})
