import { postalAddressSchema } from '@postroom/contract/address'
import type { ErrorBody } from '@postroom/contract/errors'
import type { ReturnLabel } from '@postroom/contract/return-label'
import type { Shipment } from '@postroom/contract/shipment'
import { readSymbols, renderPages, runTool } from '@postroom/documents/testing/read-back'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { clickAndDropScene, type ClickAndDropScene } from '../../testing/click-and-drop/click-and-drop-scene.ts'
import type { Fault } from '../../testing/click-and-drop/faults.ts'
import { drawingStarted } from '../../testing/drawing-started.ts'
import { asOwner } from '../../testing/test-database.ts'
import { storeShipper } from '../shippers/shipper.store.ts'
import { prepareReturnLabels } from './prepare-return-labels.ts'

interface Listed {
  data: ReturnLabel[]
  can_be_made: boolean
}

let scene: ClickAndDropScene
let shipment: string
beforeAll(async () => {
  await drawingStarted()
  scene = await clickAndDropScene(500_00)
})
let bought = 0
beforeEach(async () => {
  shipment = (await scene.buyer.buy(`a-parcel-that-may-come-back-${bought++}`)).json<Shipment>().id
  await scene.drain()
  scene.account.returns.made.length = 0
})
afterAll(async () => {
  expect(scene.stub.violations).toEqual([])
  await scene.close()
})

const path = (id = shipment) => `/stamp/v1/shipment/${id}/returnlabel`
const ask = (key: string, body: object = { service: 'TSS' }) =>
  scene.app.inject({
    method: 'POST',
    url: `/api${path()}`,
    headers: { authorization: scene.buyer.authorization, 'idempotency-key': key },
    payload: body,
  })
const make = async (key = 'the-first-one') => (await ask(key)).json<ReturnLabel>()
const listed = async () => (await scene.buyer.get(path())).json<Listed>()
const plan = (...faults: Fault[]) => scene.stub.faults.plan('return', ...faults)
const atCarrier = () => scene.account.returns.made

async function document(id = shipment): Promise<Buffer | undefined> {
  const { docs } = (await scene.buyer.get(`/stamp/v1/shipment/${id}`)).json<Shipment>()
  const found = docs.find(({ type }) => type === 'return_label')
  if (!found) return undefined
  const { pathname, search } = new URL(found.url)
  return (await scene.app.inject({ method: 'GET', url: pathname + search })).rawPayload
}
const qrOf = ({ id }: ReturnLabel) => scene.buyer.get(`${path()}/${id}/qr.png`)

describe('a return label', () => {
  it('is made by the carrier as it is, and costs nothing', async () => {
    const before = await scene.buyer.balance()
    expect(await listed()).toEqual({ data: [], can_be_made: true })
    const made = await make()
    const [{ number, request }] = atCarrier() as [(typeof scene.account.returns.made)[0]]
    expect(made).toMatchObject({ state: 'made', service: 'TSS', number, has_qr: true, print_state: 'not_printed' })
    expect(await listed()).toEqual({ data: [made], can_be_made: false })
    expect(await scene.buyer.balance()).toBe(before)
    expect(request.service).toEqual({ serviceCode: 'TSS' })
    const { to, from } = scene.buyer.draft()
    expect(request.shipment).toMatchObject({
      shippingAddress: { addressLine1: to!.address1, countryIsoCode: 'GBR', country: 'United Kingdom' },
      returnAddress: { addressLine1: from.address1 },
      customerReference: { reference: made.id },
    })
  })

  it('has a bar code and a QR code that other decoders read', async () => {
    const made = await make()
    const [page] = await renderPages((await document())!, 300)
    expect((await readSymbols(page!))['Code128']).toBe(made.number)
    const qr = await qrOf(made)
    expect(qr.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' })
    expect(runTool('zbarimg', qr.rawPayload, '-q', '--raw', 'FILE').trim()).toBe(`STUB ${made.number}`)
  })

  it('is made once for each key, and not while there is one', async () => {
    const [first, second, third] = await Promise.all([
      make('the-first-key'),
      make('the-first-key'),
      make('the-second-key'),
    ])
    await expect.poll(async () => (await listed()).data[0]?.state).toBe('made')
    expect([second, third].map(({ id }) => id)).toEqual([first.id, first.id])
    expect(await make('the-third-key')).toMatchObject({ id: first.id, state: 'made' })
    expect(atCarrier()).toHaveLength(1)
    const { rows } = await asOwner(
      scene.database.url,
      `select details from audit_event where event = 'return_label_asked' and subject = '${shipment}'`,
    )
    expect(rows).toEqual([{ details: { service: 'TSS' } }])
  })

  it('is sent back to a saved sender', async () => {
    const { from } = scene.buyer.draft()
    const address = postalAddressSchema.parse({ ...from, company_name: 'Returns', address1: '1 Back Lane' })
    const { id } = await storeShipper(scene.context.db, scene.buyer.organisation, { alias: 'Returns', address })
    await ask('to-the-warehouse', { service: 'TSN', shipper: id })
    expect(atCarrier()[0]?.request.shipment.returnAddress).toMatchObject({ addressLine1: '1 Back Lane' })
    const unknown = await ask('to-nobody-else', { service: 'TSN', shipper: shipment })
    expect(unknown.json()).toMatchObject({ code: 'not_found' })
  })

  it('is gone with its shipment', async () => {
    const made = await make()
    await scene.buyer.put(`/stamp/v1/shipment/${shipment}/void`, { cancellation_reason: 'Wrong' })
    expect(await document()).toBeUndefined()
    expect((await qrOf(made)).statusCode).toBe(404)
    expect(await listed()).toMatchObject({ can_be_made: false })
    expect((await ask('after-the-void')).json()).toMatchObject({ code: 'return_label_not_offered' })
  })
})

describe('a carrier that fails', () => {
  test.each<[string, Fault[], string | undefined]>([
    [
      'lists an error in an answer with 200',
      [{ kind: 'failed', message: 'The postcode is unknown.' }],
      'The postcode is unknown.',
    ],
    ['forbids it', [{ kind: 'forbidden' }], 'Feature not available'],
    ['makes no PDF', [{ kind: 'not_a_pdf' }], 'Royal Mail made no return label that can be printed.'],
    ['loses its answer', [{ kind: 'lost' }], undefined],
    ['breaks off', [{ kind: 'dropped' }], undefined],
    ['fails after the fact', [{ kind: 'failing' }], undefined],
    ['answers with words', [{ kind: 'gibberish' }], undefined],
    ['answers too late', [{ kind: 'slow', ms: 1_300 }], undefined],
  ])('%s', async (_what, faults, reason) => {
    plan(...faults)
    const first = await make()
    expect(first).toMatchObject(reason === undefined ? { state: 'unknown' } : { state: 'refused', reason })
    expect(first).not.toHaveProperty('number')
    expect(await document()).toBeUndefined()
    // never twice by itself: neither by the worker nor by the repeated request
    const asked = scene.stub.calls.filter((call) => call === 'return').length
    await prepareReturnLabels(scene.context)
    expect(await make()).toEqual(first)
    expect(scene.stub.calls.filter((call) => call === 'return')).toHaveLength(asked)
    expect(await listed()).toMatchObject({ can_be_made: true })
    expect(await make('asked-again-by-the-user')).toMatchObject({ state: 'made' })
  })

  test.each<[string, Fault]>([
    ['gives no QR code', { kind: 'no_qr' }],
    ['gives a picture without a code', { kind: 'odd_qr' }],
  ])('%s: the label counts', async (_what, fault) => {
    plan(fault)
    const made = await make()
    expect(made).toMatchObject({ state: 'made', has_qr: false })
    expect((await qrOf(made)).statusCode).toBe(404)
    expect(await document()).toBeDefined()
  })

  it('makes labels of another size: the user reads what to change', async () => {
    scene.account.format = { width_mm: 210, height_mm: 297 }
    const { state, reason } = await make()
    scene.account.format = { width_mm: 101.6, height_mm: 152.4 }
    expect(state).toBe('refused')
    expect(reason).toContain('makes labels of 210 × 297 mm and the chosen label is 102 × 152 mm')
  })

  it('is asked five times for a shipment at most', async () => {
    for (let times = 1; times <= 5; times++) {
      plan({ kind: 'dropped' })
      expect(await make(`attempt-${times}`)).toMatchObject({ state: 'unknown' })
    }
    expect(await listed()).toMatchObject({ can_be_made: false })
    expect((await ask('attempt-6')).json<ErrorBody>().code).toBe('return_label_limit')
    expect(await make('attempt-5')).toMatchObject({ state: 'unknown' })
  })

  it('was being asked when the process died: unknown after two minutes', async () => {
    await asOwner(
      scene.database.url,
      `insert into return_label (organisation_id, purchase_id, carrier_code, idem_key, service)
       select organisation_id, id, carrier_code, 'died', 'TSS' from purchase where id = '${shipment}'`,
    )
    await prepareReturnLabels(scene.context)
    expect(await make('meanwhile')).toMatchObject({ state: 'asked' })
    await asOwner(scene.database.url, `update return_label set asked_at = asked_at - interval '100 seconds'`)
    await prepareReturnLabels(scene.context)
    expect((await listed()).data).toMatchObject([{ state: 'asked' }])
    await asOwner(scene.database.url, `update return_label set asked_at = asked_at - interval '20 seconds'`)
    await prepareReturnLabels(scene.context)
    expect((await listed()).data).toMatchObject([{ state: 'unknown' }])
  })
})

it('lists the services of the carrier, and why it lists none', async () => {
  const services = () => scene.buyer.get(`/stamp/v1/carrieraccount/${scene.buyer.account}/returnservice`)
  expect((await services()).json()).toEqual({
    is_offered: true,
    data: [
      { code: 'TSN', name: 'Tracked Returns 24' },
      { code: 'TSS', name: 'Tracked Returns 48' },
    ],
  })
  scene.stub.faults.plan('services', { kind: 'forbidden' }, { kind: 'dropped' })
  expect((await services()).json()).toEqual({ is_offered: true, data: [], reason: 'Feature not available' })
  expect((await services()).json()).toMatchObject({ code: 'try_again' })
})

it('asks for the services of an account sixty times in a quarter of an hour', async () => {
  const asked = { counter: `return services of\n${scene.buyer.account}`, failed_at: scene.context.now() }
  const { db } = scene.context
  await db.deleteFrom('sign_in_failure').where('counter', '=', asked.counter).execute()
  await db
    .insertInto('sign_in_failure')
    .values(Array.from({ length: 59 }, () => asked))
    .execute()
  const services = () => scene.buyer.get(`/stamp/v1/carrieraccount/${scene.buyer.account}/returnservice`)
  expect((await services()).statusCode).toBe(200)
  const { statusCode, headers } = await services()
  expect([statusCode, headers['retry-after']]).toEqual([429, '900'])
})

// nobody calls with the key for half a minute afterwards
it('is refused for now while the carrier is busy', async () => {
  plan({ kind: 'too_many', retryAfterS: 30 })
  const busy = { state: 'refused', reason: 'Royal Mail is busy. Try again in a minute.' }
  expect(await make()).toMatchObject(busy)
  expect(await listed()).toMatchObject({ data: [busy], can_be_made: true })
})
