import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealUnder } from '../../sealed-text.ts'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { connectAccount, connectionOf } from '../click-and-drop/connection.store.ts'
import * as orders from '../click-and-drop/reference.store.ts'
import { loginOf, saveLogin } from '../shipping-v3/login.store.ts'
import * as shipments from '../shipping-v3/reference.store.ts'

const seal = sealUnder('a secret of the installation')
const LIVE = { state: 'live', carrier_no: 'N1', label: Buffer.from('%PDF-'), width_mm: 102, height_mm: 152 } as const

let scene: PurchaseScene
let connection_id: string
let login_id: string
beforeAll(async () => {
  scene = await purchaseScene(0)
  const { db } = scene.context
  const { account } = scene.buyer
  await connectAccount(db, seal, account, 'a key')
  await saveLogin(db, seal, account, { username: 'a', password: 'b', posting_location: '9000000001' })
  connection_id = (await connectionOf(db, seal, account))!.id
  login_id = (await loginOf(db, seal, account))!.id
})
afterAll(() => scene.close())

let ref: string
let other: string
beforeEach(() => {
  ref = randomUUID()
  other = randomUUID()
})

describe.each(['Click & Drop', 'Royal Mail Shipping'] as const)('a purchase at %s', (carrier) => {
  const store = carrier === 'Click & Drop' ? orders : shipments
  const live = carrier === 'Click & Drop' ? { ...LIVE, order_id: 7 } : { ...LIVE, shipment_id: 'S1' }
  const remember = (id: string, first: { state: 'asked' | 'rejected'; reason?: string } = { state: 'asked' }) =>
    carrier === 'Click & Drop'
      ? orders.rememberFirst(scene.context.db, id, { ...first, connection_id })
      : shipments.rememberFirst(scene.context.db, id, { ...first, login_id })
  const stateOf = async (id: string) => (await store.referenceOf(scene.context.db, id))?.state
  beforeEach(async () => {
    for (const id of [ref, other]) expect(await remember(id)).toBe(true)
  })

  it('keeps the first thing that happened to it', async () => {
    const { db } = scene.context
    expect(await remember(ref, { state: 'rejected', reason: 'Late.' })).toBe(false)
    expect(await store.referenceOf(db, ref)).toMatchObject({ ref, state: 'asked', reason: null })
    expect(await store.referenceOf(db, randomUUID())).toBeUndefined()
  })

  it('moves on alone, and from the state that was seen only', async () => {
    const { db } = scene.context
    expect(await store.moveOn(db, ref, 'live', { state: 'voided' })).toMatchObject({ ref, state: 'asked' })
    expect(await store.moveOn(db, ref, 'asked', live)).toMatchObject({ ref, ...live })
    expect(await store.moveOn(db, ref, 'asked', { state: 'rejected' })).toMatchObject({ ref, state: 'live' })
    expect(await stateOf(other)).toBe('asked')
  })

  it('is voided by its first answer to an attempt, unless that refuses', async () => {
    const { db } = scene.context
    await store.moveOn(db, ref, 'asked', live)
    expect(await store.voidAnswerOf(db, ref, 1)).toBeUndefined()
    expect(await store.rememberVoid(db, ref, 1, 'No.')).toEqual({ refusal: 'No.' })
    expect(await store.rememberVoid(db, ref, 1, null)).toEqual({ refusal: 'No.' })
    expect(await store.voidAnswerOf(db, ref, 2)).toBeUndefined()
    expect(await store.voidAnswerOf(db, other, 1)).toBeUndefined()
    expect(await stateOf(ref)).toBe('live')
    expect(await store.rememberVoid(db, ref, 2, null)).toEqual({ refusal: null })
    expect(await store.voidAnswerOf(db, ref, 1)).toEqual({ refusal: 'No.' })
    expect([await stateOf(ref), await stateOf(other)]).toEqual(['voided', 'asked'])
  })
})

it('a shipment is abandoned while it has no identifier and no label', async () => {
  const { db } = scene.context
  const [unasked, known, sold] = [ref, other, randomUUID()]
  for (const id of [unasked, known, sold]) await shipments.rememberFirst(db, id, { state: 'asked', login_id })
  await shipments.moveOn(db, known, 'asked', { shipment_id: 'S1' })
  await shipments.rememberFirst(db, randomUUID(), { state: 'tombstoned', login_id: null })
  expect(await shipments.abandon(db, known, 'Late.')).toMatchObject({ ref: known, state: 'asked', reason: null })
  expect(await shipments.referenceOf(db, unasked)).toMatchObject({ state: 'asked' })
  expect(await shipments.abandon(db, unasked, 'Late.')).toMatchObject({ state: 'rejected', reason: 'Late.' })
  const again = await shipments.abandon(db, unasked, 'Later.')
  expect(again).toMatchObject({ state: 'rejected', reason: 'Late.' })
  expect(await shipments.referenceOf(db, sold)).toMatchObject({ state: 'asked' })
})

it('a shipment or an order is as old as the time since it was asked for', async () => {
  const { db } = scene.context
  await shipments.rememberFirst(db, ref, { state: 'asked', login_id })
  await orders.rememberFirst(db, ref, { state: 'asked', connection_id })
  await orders.rememberFirst(db, other, { state: 'asked', connection_id })
  for (const schema of ['shipping_v3', 'click_and_drop'])
    await asOwner(
      scene.database.url,
      `update ${schema}.reference set asked_at = clock_timestamp() - interval '1 hour' where ref = '${ref}'`,
    )
  expect(await shipments.isOlder(db, ref, 3_599_000)).toBe(true)
  expect(await shipments.isOlder(db, ref, 3_660_000)).toBe(false)
  const age = await orders.ageOf(db, ref)
  expect([age >= 3_600_000, age < 3_660_000]).toEqual([true, true])
  expect(await orders.ageOf(db, other)).toBeLessThan(60_000)
})

/** The number at the end of a reference. */
const nth = ({ ref: found }: { ref: string }) => Number(found.slice(-2))

it('twenty late orders are looked for at a time, the oldest first, and each look without an answer is returned', async () => {
  const { db } = scene.context
  await asOwner(
    scene.database.url,
    `delete from click_and_drop.reference where state = 'asked';
     insert into click_and_drop.reference (ref, connection_id, state, asked_at)
     select lpad(n::text, 32, '0')::uuid, '${connection_id}', 'tombstoned', now() - n * interval '1 minute' - interval '1 hour'
     from generate_series(1, 21) n`,
  )
  const first = await orders.claimLate(db, 20)
  expect(first.map(nth).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2))
  expect((await orders.claimLate(db, 20)).map(nth)).toEqual([1])
  expect(await orders.claimLate(db, 20)).toEqual([])
  for (let times = 0; times < 2; times++) await orders.returnLook(db, first.find((one) => nth(one) === 5)!.ref)
  expect((await orders.claimLate(db, 20)).map(nth)).toEqual([5])
  expect(await orders.claimLate(db, 20)).toEqual([])
})
