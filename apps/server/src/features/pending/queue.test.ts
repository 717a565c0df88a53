import type { ErrorBody } from '@postroom/contract/errors'
import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signInto } from '../../testing/sign-into.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'

const PENDING = '/stamp/v1/shipment/pending'

let scene: PurchaseScene
let buyer: Buyer
let colleague: { authorization: string }
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())
beforeEach(async () => {
  buyer = await aBuyer(scene, 10_00)
  colleague = await signInto(scene, buyer.organisation)
})

const save = async (change: object = {}) =>
  (await buyer.post(PENDING, { ...buyer.draft(), ...change })).json<QueuedShipment>()
const unweighed = () => {
  const { parcels: _weighed, ...draft } = buyer.draft()
  return draft
}
const ask = (
  method: 'GET' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  { authorization } = buyer as typeof colleague,
) =>
  scene.app.inject({
    method,
    url: `/api${PENDING}${path}`,
    headers: { authorization },
    ...(payload && { payload }),
  })
interface Queue {
  data: QueuedShipment[]
  total: number
  counts: Record<QueuedShipment['state'], number>
  at: string
  sold: string[]
}
const queue = async (query = '') => (await ask('GET', query)).json<Queue>()
const codes = async (query: string) => (await queue(query)).data.map(({ code }) => code)
const change = (row: QueuedShipment, changed: object = {}, by?: typeof colleague) => {
  const { pending_id, shipment, note, problem, version } = row
  return ask('PUT', `/${pending_id}`, { ...shipment, note, problem, version, ...changed }, by)
}

it('numbers the shipments of each organisation, and never uses a number again', async () => {
  const rows = await Promise.all([save(), save(), save()])
  expect(rows.map(({ code }) => code).toSorted()).toEqual(['K-1', 'K-2', 'K-3'])
  await ask('DELETE', `/${rows.find(({ code }) => code === 'K-3')!.pending_id}`)
  expect((await save()).code).toBe('K-4')
  const other = await aBuyer(scene, 0)
  expect((await other.post(PENDING, other.draft())).json<QueuedShipment>().code).toBe('K-1')
})

it('lists by state, and counts the states of the whole queue', async () => {
  expect((await buyer.post(PENDING, unweighed())).statusCode).toBe(200)
  const weighed = await save({ note: 'By noon' })
  expect(weighed).toMatchObject({ state: 'weighed', note: 'By noon', problem: '', version: 1 })
  await change(await save(), { problem: 'The postcode is not complete' })
  expect(await codes('?state=waiting')).toEqual(['K-1'])
  expect(await codes('?state=weighed')).toEqual(['K-2'])
  expect(await codes('?state=problem')).toEqual(['K-3'])
  expect(await queue('?state=problem&length=1')).toMatchObject({
    total: 1,
    counts: { waiting: 1, weighed: 1, problem: 1 },
  })
})

it.each([
  ['K-1', true],
  ['k1', true],
  ['pemb idris', true],
  ['NW18LH', true],
  ['nw1 8lh', true],
  ['order-9', true],
  ['K-2', false],
  ['pembrook', false],
  ["' or true --", false],
  ['&|!', false],
])('searched for %j: %s', async (text, isFound) => {
  const to = { ...buyer.draft().to, name: 'Idris Pembroke', postal_code: 'NW1 8LH' }
  await save({ to, references: ['order-9'] })
  expect((await queue(`?text=${encodeURIComponent(text)}`)).total).toBe(isFound ? 1 : 0)
})

it('finds one row by its whole code', async () => {
  for (let count = 0; count < 10; count += 1) await save()
  expect(await codes('?code=K-1')).toEqual(['K-1'])
  expect(await codes('?code=K-99')).toEqual([])
  expect((await ask('GET', '?code=1')).statusCode).toBe(400)
})

it('filters by cost centre', async () => {
  const { rows } = await asOwner(
    scene.database.url,
    `insert into cost_center (organisation_id, code, name) values ('${buyer.organisation}', 'SHOP', 'Shop') returning id`,
  )
  const { id } = rows[0] as { id: string }
  await save()
  await save({ costcenter: [{ id }] })
  expect(await codes(`?costcenter=${id}`)).toEqual(['K-2'])
})

it('a change replaces the shipment; one made from an older version is refused and changes nothing', async () => {
  const row = (await buyer.post(PENDING, unweighed())).json<QueuedShipment>()
  const { parcels } = buyer.draft()
  const changed = await change(row, { parcels }, colleague)
  expect(changed.json()).toMatchObject({ state: 'weighed', code: row.code, version: 2 })
  const late = await change(row, { note: 'late' })
  expect([late.statusCode, late.json<ErrorBody>().code]).toEqual([409, 'pending_changed'])
  expect((await ask('GET', `/${row.pending_id}`)).json()).toEqual(changed.json())
})

it('of two changes from the same version at once, one is refused', async () => {
  const row = await save()
  const answers = await Promise.all([change(row, { note: 'a' }), change(row, { note: 'b' }, colleague)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

it('a claim shows the operator and keeps others from changing, claiming and deleting, until it is released', async () => {
  const row = await save()
  const path = `/${row.pending_id}/claim`
  const claimed = (await ask('PUT', path)).json<QueuedShipment>()
  expect(claimed.claimed_by?.fullname).toMatch(/\w/)
  expect((await queue()).data[0]?.claimed_by).toEqual(claimed.claimed_by)
  const refused = [
    await ask('PUT', path, undefined, colleague),
    await change(row, {}, colleague),
    await ask('DELETE', `/${row.pending_id}`, undefined, colleague),
  ]
  expect(refused.map((answer) => [answer.statusCode, answer.json<ErrorBody>().code])).toEqual(
    Array.from(refused, () => [409, 'pending_claimed']),
  )
  expect((await ask('PUT', path)).statusCode).toBe(200) // renews it
  await ask('DELETE', path, undefined, colleague)
  expect((await queue()).data[0]?.claimed_by).toBeDefined()
  expect((await ask('DELETE', path)).json()).not.toHaveProperty('claimed_by')
  expect((await ask('PUT', path, undefined, colleague)).statusCode).toBe(200)
})

it('of two operators who claim at once, one is refused', async () => {
  const { pending_id } = await save()
  const path = `/${pending_id}/claim`
  const answers = await Promise.all([ask('PUT', path), ask('PUT', path, undefined, colleague)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

it('a claim that was not renewed ends', async () => {
  const { pending_id } = await save()
  await ask('PUT', `/${pending_id}/claim`)
  await asOwner(
    scene.database.url,
    `update pending_shipment set claimed_until = now() - interval '1 second' where claimed_by is not null`,
  )
  expect((await queue()).data[0]).not.toHaveProperty('claimed_by')
  expect((await ask('PUT', `/${pending_id}/claim`, undefined, colleague)).statusCode).toBe(200)
})

it('another organisation can neither change nor claim it', async () => {
  const row = await save()
  const other = await aBuyer(scene, 0)
  expect((await ask('PUT', `/${row.pending_id}/claim`, undefined, other)).statusCode).toBe(404)
  expect((await ask('DELETE', `/${row.pending_id}/claim`, undefined, other)).statusCode).toBe(404)
  const { by: _by, ...shipment } = row.shipment
  const body = { ...shipment, note: '', problem: '', version: 1 }
  expect((await ask('PUT', `/${row.pending_id}`, body, other)).statusCode).toBe(404)
  expect((await change(row, { by: other.account })).json<ErrorBody>().fields).toContainEqual(
    expect.objectContaining({ field: 'by', code: 'not_allowed' }),
  )
})

it('lists what changed since an earlier answer, and the keys of purchases since', async () => {
  const [sold, changed] = [await save(), await save(), await save()]
  const first = await queue()
  expect(first.sold).toEqual([])
  // the answer overlaps a little, so move the rows into the past
  await asOwner(
    scene.database.url,
    `alter table pending_shipment disable trigger pending_shipment_is_dated;
     update pending_shipment set changed_at = now() - interval '1 minute';
     alter table pending_shipment enable trigger pending_shipment_is_dated`,
  )
  const since = async () => {
    const { data, sold: keys, counts } = await queue(`?changed_after=${first.at}`)
    return { codes: data.map(({ code }) => code), keys, waiting: counts.weighed }
  }
  expect(await since()).toEqual({ codes: [], keys: [], waiting: 3 })
  await ask('PUT', `/${changed.pending_id}/claim`)
  await buyer.buy(sold.pending_id)
  expect(await since()).toEqual({ codes: [changed.code], keys: [sold.pending_id], waiting: 2 })
})

const buyAs = (by: typeof colleague, { pending_id }: QueuedShipment) =>
  scene.app.inject({
    method: 'POST',
    url: `/api/stamp/v1/shipment/process?pending_id=${pending_id}`,
    headers: { authorization: by.authorization },
    payload: buyer.draft(),
  })

it('a shipment that another operator has claimed is not bought', async () => {
  const row = await save()
  await ask('PUT', `/${row.pending_id}/claim`)
  const refused = await buyAs(colleague, row)
  expect([refused.statusCode, refused.json<ErrorBody>().code]).toEqual([409, 'pending_claimed'])
  expect(await buyer.balance()).toBe(10_00)
  expect((await buyAs(buyer, row)).statusCode).toBe(200)
})

it('two operators who work through one queue at once buy every shipment once', async () => {
  buyer = await aBuyer(scene, 10 * PRICE)
  colleague = await signInto(scene, buyer.organisation)
  const rows = await Promise.all(Array.from({ length: 10 }, () => save()))
  const work = (by: typeof colleague, own: QueuedShipment[]) => Promise.all(own.map((row) => buyAs(by, row)))
  const answers = (await Promise.all([work(buyer, rows), work(colleague, rows.toReversed())])).flat()
  const refusals = answers.filter(({ statusCode }) => statusCode === 409)
  expect(refusals.map((answer) => answer.json<ErrorBody>().code)).toEqual(rows.map(() => 'key_used_by_colleague'))
  expect(await buyer.balance()).toBe(0)
  expect((await queue()).total).toBe(0)
})

it('a shipment without its weight keeps its format, and waits to be weighed', async () => {
  const row = await save({ parcels: [{ packaging: 'large_letter' }] })
  expect(row).toMatchObject({ state: 'waiting', shipment: { parcels: [{ packaging: 'large_letter' }] } })
  const weighed = await change(row, { parcels: buyer.draft().parcels })
  expect(weighed.json<QueuedShipment>().state).toBe('weighed')
})
