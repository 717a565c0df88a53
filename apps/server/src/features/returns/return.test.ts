import type { SavedAddress } from '@postroom/contract/address-book'
import type { ErrorBody } from '@postroom/contract/errors'
import type { ReturnedItem } from '@postroom/contract/returned-item'
import type { Shipment } from '@postroom/contract/shipment'
import type { ManualShipment } from '@postroom/contract/shipment-manual'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { signInto } from '../../testing/sign-into.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'

const RETURN = '/stamp/v1/return'
const sian = { name: 'Siân Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }
const why = { reason: 'addressee_gone_away', action: 'keep' }

let scene: PurchaseScene
let stranger: Buyer
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  stranger = await aBuyer(scene, 10_00)
})
afterAll(() => scene.close())

type Recorded = ReturnedItem & { addresses_marked: number }
let keys = 0
const bought = async (change: object = {}, buyer = scene.buyer) =>
  (await buyer.buy(`returned-${keys++}`, buyer.draft(change))).json<Shipment>()
const byHand = async (change: object = {}, buyer = scene.buyer) => {
  const entry = { carrier: 'DHL', service_name: 'Paket', shipping_date: '2026-11-18', to: sian, ...change }
  return (await buyer.post('/stamp/v1/shipment/manual', entry)).json<ManualShipment>()
}
const record = (body: object, buyer = scene.buyer) => buyer.post(RETURN, { ...why, ...body })
const recorded = async (body: object) => (await record(body)).json<Recorded>()
const list = async (query: string, buyer = scene.buyer) =>
  (await buyer.get(`${RETURN}?${query}`)).json<{ data: ReturnedItem[]; total: number }>()
const auditOf = (subject: string) =>
  scene.context.db.selectFrom('audit_event').selectAll().where('subject', '=', subject).orderBy('id').execute()
const eventsOf = async (subject: string) => (await auditOf(subject)).map(({ event }) => event)

it('a returned item is found by the number on its label, however the scanner reads it, and moves no money', async () => {
  const shipment = await bought({ to: sian })
  const number = shipment.meta_data.tracking
  const before = await scene.buyer.balance()
  const item = await recorded({ barcode: ` ${number.slice(0, 2).toLowerCase()} ${number.slice(2)} `, notes: 'moved' })
  expect(item).toMatchObject({
    ...why,
    shipment_id: shipment.id,
    transaction_type: 'postage',
    number,
    to: { name: 'Siân Pembroke' },
    shipping_date: '2026-11-20',
    notes: 'moved',
    state: 'open',
    addresses_marked: 0,
  })
  expect(await scene.buyer.balance()).toBe(before)
  expect(await eventsOf(item.id)).toEqual(['return_recorded'])
})

test.each([
  ['a purchase', async () => (await bought()).id],
  ['one entered by hand', async () => (await byHand()).id],
])('%s is named by its id; recorded again while open, the first record is returned', async (_what, make) => {
  const shipment_id = await make()
  const [first, second] = await Promise.all([recorded({ shipment_id }), recorded({ shipment_id, reason: 'refused' })])
  expect(first.shipment_id).toBe(shipment_id)
  expect(second).toEqual(first)
  await scene.buyer.put(`${RETURN}/${first.id}`, { state: 'done' })
  const anew = await recorded({ shipment_id, reason: 'refused' })
  expect(anew.id).not.toBe(first.id)
  const reopened = await scene.buyer.put(`${RETURN}/${first.id}`, { state: 'open' })
  expect(reopened.json<ErrorBody>()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'state' }] })
})

it('each of several labels can be returned on its own', async () => {
  const shipment = await bought({ meta_data: { quantity: 2 } })
  expect(shipment.item_numbers).toHaveLength(2)
  const [one, two] = await Promise.all(shipment.item_numbers.map((barcode) => recorded({ barcode })))
  expect(two).toMatchObject({ shipment_id: shipment.id, number: shipment.item_numbers[1] })
  expect(two?.id).not.toBe(one?.id)
})

it('a returned item entered by hand is found by the newest with its number', async () => {
  await byHand({ number: 'JD 0146' })
  const { id } = await byHand({ number: 'JD0146' })
  expect(await recorded({ barcode: 'jd0146' })).toMatchObject({ shipment_id: id, transaction_type: 'manual' })
})

it.each([
  [{ barcode: 'ZZ000000081GB' }, 400, 'barcode', 'invalid'],
  [{}, 400, 'barcode', 'required'],
  [{ barcode: 'A', shipment_id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a04' }, 400, 'barcode', 'not_allowed'],
  [{ barcode: 'a\u0000b' }, 400, 'barcode', 'character_not_printable'],
  [{ barcode: "' or 1=1 --", reason: 'bored' }, 400, 'reason', 'not_allowed'],
  [{ barcode: 'A', notes: '\ud800' }, 400, 'notes', 'character_not_printable'],
  [{ barcode: "' or 1=1 --" }, 404, undefined, undefined],
  [{ barcode: '%' }, 404, undefined, undefined],
  [{ shipment_id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a04' }, 404, undefined, undefined],
])('refuses %j', async (body, status, field, code) => {
  const answer = await record(body)
  expect(answer.statusCode).toBe(status)
  if (field) expect(answer.json<ErrorBody>().fields).toContainEqual(expect.objectContaining({ field, code }))
})

it('refuses a test print, which was never posted', async () => {
  const printed = (await scene.buyer.buy('test-print', scene.buyer.draft(), { test: true })).json<Shipment>()
  expect((await record({ shipment_id: printed.id })).statusCode).toBe(404)
})

it('a returned item is invisible to another organisation: by number, by id, in the list', async () => {
  const shipment = await bought()
  const manual = await byHand({ number: 'FOREIGN1' })
  const { id } = await recorded({ shipment_id: shipment.id })
  for (const body of [
    { barcode: shipment.meta_data.tracking },
    { shipment_id: shipment.id },
    { barcode: 'foreign1' },
    { shipment_id: manual.id },
  ])
    expect((await record(body, stranger)).statusCode).toBe(404)
  expect((await stranger.put(`${RETURN}/${id}`, { notes: 'mine' })).statusCode).toBe(404)
  expect((await stranger.post(`${RETURN}/${id}/pending`)).statusCode).toBe(404)
  expect((await list('', stranger)).total).toBe(0)
})

it('changes only the given fields', async () => {
  const { id } = await recorded({ shipment_id: (await bought()).id, notes: 'at the desk' })
  const change = async (body: object) => (await scene.buyer.put(`${RETURN}/${id}`, body)).json<ReturnedItem>()
  expect(await change({ action: 'destroy' })).toMatchObject({ action: 'destroy', notes: 'at the desk', state: 'open' })
  expect(await change({ state: 'done', notes: '' })).toMatchObject({ action: 'destroy', notes: '', state: 'done' })
  expect(await change({})).toMatchObject({ action: 'destroy', notes: '', state: 'done' })
  expect(await change({ state: 'open' })).toMatchObject({ state: 'open' })
  const [recording, ...changes] = await auditOf(id)
  expect(recording).toMatchObject({ event: 'return_recorded', user_id: expect.any(String) as string })
  expect(changes).toEqual(
    ['action', 'notes state', '', 'state'].map((fields) =>
      expect.objectContaining({ event: 'return_changed', user_id: recording?.user_id, details: { fields } }),
    ),
  )
})

it('a return is deleted with its shipment when that was entered by hand', async () => {
  const { id } = await byHand({ number: 'GONE1' })
  const item = await recorded({ shipment_id: id })
  const headers = { authorization: scene.buyer.authorization }
  await scene.app.inject({ method: 'DELETE', url: `/api/stamp/v1/shipment/manual/${id}`, headers })
  expect((await scene.buyer.put(`${RETURN}/${item.id}`, {})).statusCode).toBe(404)
})

it('returns are listed newest first, by reason, state and words of its shipment', async () => {
  const buyer = await aBuyer(scene, 20_00)
  const post = async (body: object) => (await record(body, buyer)).json<ReturnedItem>().id
  const first = await post({ shipment_id: (await bought({ to: sian, references: ['PO-2026/17'] }, buyer)).id })
  const second = await post({ shipment_id: (await byHand({ number: 'JD77' }, buyer)).id, reason: 'refused' })
  const third = await post({ shipment_id: (await bought({}, buyer)).id, reason: 'refused' })
  await buyer.put(`${RETURN}/${third}`, { state: 'done' })
  const idsOf = async (query: string) => (await list(query, buyer)).data.map(({ id }) => id)
  expect(await idsOf('')).toEqual([third, second, first])
  expect(await idsOf('orderAsc=true')).toEqual([first, second, third])
  expect(await idsOf('start=1&length=1')).toEqual([second])
  expect(await idsOf('reason=refused')).toEqual([third, second])
  expect(await idsOf('reason=refused&state=open')).toEqual([second])
  expect(await idsOf('text=sian')).toEqual([second, first])
  expect(await idsOf('text=po-2026/17')).toEqual([first])
  expect(await idsOf('text=jd77')).toEqual([second])
  expect(await idsOf(`text=${encodeURIComponent("' | !x:* & (")}`)).toEqual([])
  expect((await list('start=2&length=2', buyer)).total).toBe(3)
})

it('marks this addressee in the address book, as far as the caller sees it', async () => {
  const colleague = await signInto(scene, scene.buyer.organisation)
  const keep = (change: object, buyer = scene.buyer) =>
    buyer.post('/stamp/v1/address', { ...sian, visibility: 'Public', ...change })
  const [publicOne, shouted, own, neighbour] = await Promise.all(
    [{}, { name: 'SIÂN PEMBROKE' }, { visibility: 'Private' }, { name: 'Idris Pembroke' }].map((change) =>
      keep(change),
    ),
  )
  const theirs = {
    ...scene.buyer,
    post: (path: string, payload?: object) =>
      scene.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { authorization: colleague.authorization },
        ...(payload && { payload }),
      }),
  }
  const hidden = await keep({ visibility: 'Private' }, theirs)
  const foreign = await keep({}, stranger)

  const { id: shipment_id } = await bought({ to: sian })
  const item = await recorded({ shipment_id, mark_address_invalid: true })
  expect(item.addresses_marked).toBe(3)
  expect(await eventsOf(item.id)).toEqual(['return_recorded', 'addresses_marked_invalid'])
  const statusOf = async (answer: LightMyRequestResponse | undefined) => {
    const { correction_status, invalid_reason } = await scene.context.db
      .selectFrom('address')
      .selectAll()
      .where('id', '=', answer!.json<SavedAddress>().id)
      .executeTakeFirstOrThrow()
    return [correction_status, invalid_reason].join(' ')
  }
  for (const marked of [publicOne, shouted, own]) expect(await statusOf(marked)).toBe('invalid addressee_gone_away')
  for (const left of [neighbour, hidden, foreign]) expect(await statusOf(left)).not.toContain('invalid')

  const { id } = publicOne!.json<SavedAddress>()
  const rewritten = await scene.buyer.put(`/stamp/v1/address/${id}`, { ...sian, visibility: 'Public' })
  expect(rewritten.json<SavedAddress>().invalid_reason).toBeNull()
  expect(rewritten.json<SavedAddress>().correction_status).not.toBe('invalid')
})

it('refuses to mark an address on the Lite plan, which has no address book, and records nothing', async () => {
  const lite = await aBuyer(scene, 10_00, 'lite')
  const shipment_id = (await byHand({}, lite)).id
  const refused = await record({ shipment_id, mark_address_invalid: true }, lite)
  expect(refused.statusCode).toBe(403)
  expect(refused.json<ErrorBody>().code).toBe('not_in_plan')
  expect((await list('', lite)).total).toBe(0)
  expect((await record({ shipment_id }, lite)).statusCode).toBe(200)
})

it('a returned item is prepared again as one item for today, once under repeated calls, and bought under that id', async () => {
  const shipment = await bought({
    to: sian,
    meta_data: { quantity: 2 },
    charges: { total_charge: PRICE },
    references: ['PO-9'],
    shipping_date: '2026-11-23',
  })
  const { id } = await recorded({ shipment_id: shipment.id, action: 'send_again' })
  const again = async () => (await scene.buyer.post(`${RETURN}/${id}/pending`)).json<ReturnedItem>().pending_id!
  const [pending_id, same] = await Promise.all([again(), again()])
  expect(same).toBe(pending_id)
  expect((await scene.buyer.get('/stamp/v1/shipment/pending')).json<{ total: number }>().total).toBe(1)
  const pending = (await scene.buyer.get(`/stamp/v1/shipment/pending/${pending_id}`)).json<{
    shipment: ReturnType<Buyer['draft']>
  }>()
  expect(pending.shipment).toMatchObject({
    to: { name: 'Siân Pembroke' },
    service: '1',
    shipping_date: '2026-11-20',
    references: ['PO-9'],
    meta_data: { quantity: 1 },
  })
  expect(pending.shipment).not.toHaveProperty('charges')
  expect((await scene.buyer.buy(pending_id, pending.shipment)).statusCode).toBe(200)
  expect(await again()).toBe(pending_id)
  expect((await scene.buyer.get('/stamp/v1/shipment/pending')).json<{ total: number }>().total).toBe(0)
  expect(await eventsOf(id)).toEqual(['return_recorded', 'return_prepared'])
})

const prepared = async (pending_id: string) =>
  (await scene.buyer.get(`/stamp/v1/shipment/pending/${pending_id}`)).json<{ shipment: ReturnType<Buyer['draft']> }>()
    .shipment
const buy = async (pending_id: string) => scene.buyer.buy(pending_id, await prepared(pending_id))

/** An item to be sent again, and a call that reads what is prepared. */
async function sentAgain(draft: object = {}) {
  const shipment = await bought(draft)
  const { id } = await recorded({ shipment_id: shipment.id, action: 'send_again' })
  const prepare = async () => (await scene.buyer.post(`${RETURN}/${id}/pending`)).json<ReturnedItem>().pending_id!
  return { shipment, prepare }
}

it('a returned item can be sent again after the carrier rejected, or the user voided, the second shipment', async () => {
  const { prepare } = await sentAgain()
  const first = await prepare()
  await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 })
  expect((await buy(first)).statusCode).toBe(422)
  const second = await prepare()
  expect(second).not.toBe(first)
  expect((await scene.buyer.get('/stamp/v1/shipment/pending')).json<{ total: number }>().total).toBe(1)
  const { id } = (await buy(second)).json<Shipment>()
  expect(await prepare()).toBe(second)
  await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Torn' })
  const third = await prepare()
  expect(third).not.toBe(second)
  expect((await buy(third)).statusCode).toBe(200)
})

it('a returned item is sent again with the current cost centre and references', async () => {
  const [wrong, right] = await Promise.all(['A', 'B'].map((code) => insertCostCenter(code)))
  const { shipment, prepare } = await sentAgain({ costcenter: [{ id: wrong }], references: ['PO-1'] })
  await scene.buyer.put(`/stamp/v1/shipment/${shipment.id}`, { costcenter: [{ id: right }], references: ['PO-2'] })
  expect(await prepared(await prepare())).toMatchObject({ costcenter: [{ id: right }], references: ['PO-2'] })
})

async function insertCostCenter(code: string): Promise<string> {
  const row = { organisation_id: scene.buyer.organisation, code, name: code }
  return (await scene.context.db.insertInto('cost_center').values(row).returning('id').executeTakeFirstOrThrow()).id
}

it('a returned item is prepared again after being given up; one entered by hand needs a sender', async () => {
  const from = {
    company_name: 'Llewellyn Bindery Ltd',
    address1: '4 Bute Street',
    city: 'Cardiff',
    postal_code: 'CF10 5AL',
  }
  const withSender = await recorded({ shipment_id: (await byHand({ from })).id })
  const again = () => scene.buyer.post(`${RETURN}/${withSender.id}/pending`)
  const { pending_id } = (await again()).json<ReturnedItem>()
  const headers = { authorization: scene.buyer.authorization }
  await scene.app.inject({ method: 'DELETE', url: `/api/stamp/v1/shipment/pending/${pending_id}`, headers })
  expect((await again()).json<ReturnedItem>().pending_id).not.toBe(pending_id)

  const without = await recorded({ shipment_id: (await byHand()).id })
  const refused = await scene.buyer.post(`${RETURN}/${without.id}/pending`)
  expect(refused.statusCode).toBe(400)
  expect(refused.json<ErrorBody>().fields).toMatchObject([{ field: 'from', code: 'required' }])
})

const cameBack = (id: string, day: string) =>
  asOwner(scene.database.url, `update returned_item set created_at = '${day}' where id = '${id}'`)

describe('figures, days and the file', () => {
  let owner: Buyer
  const reasons = async (query = '') =>
    (await owner.get(`${RETURN}/reasons?${query}`)).json<{ data: { reason: string; items: number }[] }>().data
  beforeAll(async () => {
    owner = await aBuyer(scene, 50_00)
    const came = [
      ['refused', '2026-11-02T10:00:00Z'],
      ['refused', '2026-11-18T10:00:00Z'],
      // midnight in summer is 23:00 UTC the day before
      ['damaged', '2026-07-01T23:30:00Z'],
    ] as const
    for (const [reason, at] of came) {
      const { id: shipment_id } = await bought({ to: { ...sian, company_name: '=1+1' } }, owner)
      const { id } = (await record({ shipment_id, reason }, owner)).json<Recorded>()
      await cameBack(id, at)
    }
  })

  it('counts the items of each reason, the most frequent first, of the own organisation', async () => {
    expect(await reasons()).toEqual([
      { reason: 'refused', items: 2 },
      { reason: 'damaged', items: 1 },
    ])
    expect(await reasons('dateFrom=2026-11-10&state=open')).toEqual([{ reason: 'refused', items: 1 }])
    expect(await reasons('state=done')).toEqual([])
    expect((await stranger.get(`${RETURN}/reasons`)).json()).toEqual({ data: [] })
  })

  it('narrows the list to days in the UK, both included', async () => {
    expect((await list('dateFrom=2026-07-02&dateTo=2026-07-02', owner)).total).toBe(1)
    expect((await list('dateFrom=2026-07-01&dateTo=2026-07-01', owner)).total).toBe(0)
    expect((await list('dateTo=2026-11-02&reason=refused', owner)).total).toBe(1)
    const answer = await owner.get(`${RETURN}?dateFrom=2026-11-02&dateTo=2026-11-01`)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'dateTo' }] })
  })

  it('saves what is narrowed to as a file, in which no cell is a formula', async () => {
    const answer = await owner.get(`${RETURN}.csv?reason=refused`)
    expect(answer.headers).toMatchObject({ 'content-type': expect.stringContaining('text/csv') as string })
    const [head, first, ...rest] = answer.body.replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toMatch(/^came_back_at,posted_on,item_number,company/)
    expect(first).toMatch(
      /^2026-11-18T10:00:00\.000Z,2026-11-20,[A-Z]{2}\d{9}GB,'=1\+1,Siân Pembroke,London,NW1 8LH,GB,refused,[^,]*,open,[\da-f-]{36}$/,
    )
    expect(rest).toHaveLength(1)
    expect((await stranger.get(`${RETURN}.csv`)).body).not.toContain('Pembroke')
  })

  it('changes the reason of an open record', async () => {
    const [row] = (await list('reason=damaged', owner)).data
    const answer = await owner.put(`${RETURN}/${row!.id}`, { reason: 'not_called_for', notes: 'twice' })
    expect(answer.json()).toMatchObject({ reason: 'not_called_for', notes: 'twice', state: 'open' })
    expect((await stranger.put(`${RETURN}/${row!.id}`, { reason: 'other' })).statusCode).toBe(404)
    await owner.put(`${RETURN}/${row!.id}`, { reason: 'damaged' })
  })
})
