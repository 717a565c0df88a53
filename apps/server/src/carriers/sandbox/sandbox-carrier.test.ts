import { aLabel } from '@postroom/documents/testing/label-builder'
import { isTrackingNumber } from '@postroom/domain/post/s10'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { CarrierOrder, CarrierPort } from '../carrier-port.ts'
import { sandboxCarrier } from './sandbox-carrier.ts'
import { setSandboxSwitch } from './sandbox.store.ts'

let database: TestDatabase
let carrier: CarrierPort
beforeAll(async () => {
  database = await testDatabase()
  carrier = sandboxCarrier(database.db)
})
afterAll(() => database.close())

/** The sandbox reads only the reference and the number of labels. */
const order = { labels: 1 } as CarrierOrder

it('gives a reference one number, under repeated and concurrent calls', async () => {
  const ref = randomUUID()
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => carrier.purchase(ref, order)))
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
  const [first] = outcomes
  expect(first?.kind === 'accepted' && isTrackingNumber(first.carrier_no)).toBe(true)
  expect(await carrier.resolve(ref, order)).toEqual(first)
  expect(await carrier.documents(ref, aLabel(), 300)).toMatchObject({ pages: 1 })
})

it('tombstones an unknown reference for good', async () => {
  const ref = randomUUID()
  expect(await carrier.resolve(ref, order)).toEqual({ kind: 'tombstoned' })
  expect(await carrier.purchase(ref, order)).toMatchObject({ kind: 'rejected' })
  expect(await carrier.resolve(ref, order)).toEqual({ kind: 'tombstoned' })
  expect(await carrier.documents(ref, aLabel(), 300)).toBeUndefined()
  expect(await carrier.track!(ref, order, [{ item_number: 'ZZ000000080GB' }])).toEqual({ kind: 'tracked', events: [] })
})

it('gives one outcome when an order and a query race', async () => {
  for (let round = 0; round < 20; round++) {
    const ref = randomUUID()
    const [bought, resolved] = await Promise.all([carrier.purchase(ref, order), carrier.resolve(ref, order)])
    expect(resolved.kind).toBe(bought.kind === 'accepted' ? 'accepted' : 'tombstoned')
  }
})

it('repeats a refusal', async () => {
  const ref = randomUUID()
  await setSandboxSwitch(database.db, { call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 })
  const refused = await carrier.purchase(ref, order)
  expect(refused.kind).toBe('rejected')
  expect(await carrier.purchase(ref, order)).toEqual(refused)
  expect(await carrier.resolve(ref, order)).toEqual(refused)
})

it('keeps the first answer to a void number, and accepts a void of what is void already', async () => {
  const ref = randomUUID()
  await carrier.purchase(ref, order)
  await setSandboxSwitch(database.db, { call: 'void', answer: 'refused', delay_ms: 0, remaining: 1 })
  expect(await carrier.void(ref, 1)).toMatchObject({ kind: 'refused' })
  expect(await carrier.void(ref, 1)).toMatchObject({ kind: 'refused' })
  expect(await carrier.void(ref, 2)).toEqual({ kind: 'voided' })
  expect(await carrier.void(ref, 1)).toMatchObject({ kind: 'refused' })
  expect(await carrier.void(ref, 3)).toEqual({ kind: 'voided' })
  expect(await carrier.documents(ref, aLabel(), 300)).toBeUndefined()
})

const DELAY_MS = 150
const calls = {
  purchase: (ref: string) => carrier.purchase(ref, order),
  resolve: (ref: string) => carrier.resolve(ref, order),
  void: (ref: string) => carrier.void(ref, 1),
}

it.each([
  // call, answer of the switch, what is answered, whether late, what the carrier knows afterwards
  ['purchase', 'failing', 'unknown', false, 'tombstoned'],
  ['purchase', 'late', 'accepted', true, 'accepted'],
  ['purchase', 'lost', 'unknown', true, 'accepted'],
  ['purchase', 'refused', 'rejected', false, 'rejected'],
  ['resolve', 'failing', 'unknown', false, 'tombstoned'],
  ['resolve', 'late', 'tombstoned', true, 'tombstoned'],
  ['resolve', 'lost', 'unknown', true, 'tombstoned'],
] as const)('%s set to be %s is %s, and late: %s', async (call, answer, kind, isLate, known) => {
  const ref = randomUUID()
  await setSandboxSwitch(database.db, { call, answer, delay_ms: DELAY_MS, remaining: 1 })
  const began = performance.now()
  expect(await calls[call](ref)).toMatchObject({ kind })
  if (isLate) expect(performance.now() - began).toBeGreaterThanOrEqual(DELAY_MS - 1)
  expect(await carrier.resolve(ref, order)).toMatchObject({ kind: known })
})

it.each([
  ['failing', 'unknown', false, 'live'],
  ['late', 'voided', true, 'voided'],
  ['lost', 'unknown', false, 'voided'],
  ['refused', 'refused', false, 'live'],
] as const)('void set to be %s is %s, and late: %s', async (answer, kind, isLate, state) => {
  const ref = randomUUID()
  await carrier.purchase(ref, order)
  await setSandboxSwitch(database.db, { call: 'void', answer, delay_ms: DELAY_MS, remaining: 1 })
  const began = performance.now()
  expect(await carrier.void(ref, 1)).toMatchObject({ kind })
  if (isLate) expect(performance.now() - began).toBeGreaterThanOrEqual(DELAY_MS - 1)
  expect((await carrier.documents(ref, aLabel(), 300)) !== undefined).toBe(state === 'live')
})

it('track set to fail throws, and set to be late is late', async () => {
  const ref = randomUUID()
  await setSandboxSwitch(database.db, { call: 'track', answer: 'failing', delay_ms: 0, remaining: 1 })
  await expect(carrier.track!(ref, order, [])).rejects.toThrow('set to fail')
  await setSandboxSwitch(database.db, { call: 'track', answer: 'late', delay_ms: DELAY_MS, remaining: 1 })
  const began = performance.now()
  expect(await carrier.track!(ref, order, [])).toEqual({ kind: 'tracked', events: [] })
  expect(performance.now() - began).toBeGreaterThanOrEqual(DELAY_MS - 1)
})

it('a switch is for so many calls', async () => {
  await setSandboxSwitch(database.db, { call: 'purchase', answer: 'failing', delay_ms: 0, remaining: 2 })
  const outcomes = []
  for (let call = 0; call < 3; call++) outcomes.push((await carrier.purchase(randomUUID(), order)).kind)
  expect(outcomes).toEqual(['unknown', 'unknown', 'accepted'])
})

it('tracks each item of several labels', async () => {
  const ref = randomUUID()
  const draft = {
    shipping_date: '2026-01-05',
    from: { city: 'Cardiff' },
    to: { country: 'GB', postal_code: 'NW1 8LH' },
  }
  const quote = { delivery: { code: 'next_working_day' }, meta_data: { tracking_type: 'full' } }
  const three = { labels: 3, draft, quote } as CarrierOrder
  const bought = await carrier.purchase(ref, three)
  const numbers = bought.kind === 'accepted' ? [bought.carrier_no, ...bought.further_nos] : []
  const items = numbers.map((item_number) => ({ item_number }))
  const tracked = await carrier.track!(ref, three, items)
  const seen = tracked.kind === 'tracked' ? new Set(tracked.events.map(({ item_number }) => item_number)) : []
  expect(numbers).toHaveLength(3)
  expect([...seen]).toEqual(numbers)
})

it('makes specimens of return labels, one for each reference, and refuses what a carrier would', async () => {
  const returns = carrier.returns!
  const listed = [
    { code: 'TSN', name: 'Tracked Returns 24' },
    { code: 'TSS', name: 'Tracked Returns 48' },
  ]
  expect(await returns.services('an account')).toEqual({ kind: 'listed', services: listed })
  const ask = (service: string, ref = randomUUID()) =>
    returns.make(ref, { account_id: 'an account', service, content: aLabel() })
  expect(await ask('TR24')).toEqual({ kind: 'refused', reason: 'There is no such return service.' })
  await setSandboxSwitch(database.db, { call: 'return', answer: 'refused', delay_ms: 0, remaining: 1 })
  expect(await ask('TSN')).toEqual({ kind: 'refused', reason: 'The address is not served.' })
  await setSandboxSwitch(database.db, { call: 'return', answer: 'failing', delay_ms: 0, remaining: 1 })
  expect(await ask('TSN')).toEqual({ kind: 'unknown' })
  const ref = randomUUID()
  const [first, again] = [await ask('TSN', ref), await ask('TSN', ref)]
  if (first.kind !== 'made' || again.kind !== 'made') throw new Error('no return label was made')
  expect(isTrackingNumber(first.number)).toBe(true)
  expect(again.number).toBe(first.number)
  expect(Buffer.from(first.label.pdf).subarray(0, 5).toString()).toBe('%PDF-')
})
