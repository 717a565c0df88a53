import type { BatchRowState } from '@postroom/contract/shipment-batch'
import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { expect, it } from 'vitest'
import { aQueued } from '../../../testing/a-queued.ts'
import { aShipment } from '../../../testing/a-shipment.ts'
import { isInGroup, isOpen, itemOf, rowsOf, soldItemOf, type Group, type RowState, type Work } from './queue-row.ts'

const NOW = Date.parse('2026-11-22T10:00:00.000Z')
const rows = (
  queue: QueuedShipment[],
  work: readonly (readonly [QueuedShipment, Work])[] = [],
  batched: Record<string, BatchRowState> = {},
) =>
  rowsOf(
    queue,
    new Map(work.map(([queued, step]) => [queued.code, { item: itemOf(queued), work: step }])),
    new Map(
      Object.entries(batched).map(([key, state]) => [key, { state, why: 'No money', code: 'insufficient_funds' }]),
    ),
    { userId: 'mia', now: NOW },
  )
const states = (...of: Parameters<typeof rows>) => rows(...of).map(({ code, state }) => [code, state])
const shipment = aShipment({ service: '1', amount: 135, costcenter: [{ id: crypto.randomUUID() }] })

it('a row shows what was prepared', () => {
  const { shipment: draft, ...rest } = aQueued(1)
  const cost = crypto.randomUUID()
  const queued = {
    ...rest,
    note: 'Fragile',
    shipment: {
      ...draft,
      costcenter: [{ id: cost }],
      charges: { total_charge: 395 },
      parcels: [{ number: 1, packaging: 'small_parcel' as const, weight: { value: 1.5, units: 'KG' as const } }],
    },
  }
  expect(itemOf(queued)).toEqual({
    code: 'K-1',
    pendingId: 'pending-1',
    to: draft.to,
    service: '2',
    packaging: 'small_parcel',
    grams: 1500,
    pence: 395,
    costcenter: cost,
    since: '2026-11-22T09:00:01.000Z',
    note: 'Fragile',
  })
  expect(itemOf({ ...rest, shipment: { ...draft, parcels: undefined } })).toMatchObject({
    packaging: undefined,
    grams: undefined,
    pence: undefined,
    costcenter: undefined,
  })
})

it('a sold row shows what was bought, which may differ from what was prepared', () => {
  const bought = { service: '1', pence: 135, grams: 50, packaging: 'letter', costcenter: shipment.costcenter[0]?.id }
  expect(soldItemOf('K-1', 'pending-1', shipment)).toMatchObject({
    ...bought,
    code: 'K-1',
    pendingId: 'pending-1',
    since: shipment.created_at,
    note: '',
  })
  const [row] = rows([aQueued(1)], [[aQueued(1), { step: 'printed', shipment }]])
  expect(row).toMatchObject({ ...bought, state: 'printed', why: undefined })
})

it.each<[BatchRowState, RowState, string | undefined]>([
  ['waiting', 'batched', undefined],
  ['buying', 'buying', undefined],
  ['bought', 'buying', undefined],
  ['unknown', 'unknown', undefined],
  ['failed', 'refused', 'No money'],
  ['stopped', 'waiting', undefined],
])('a row that is %s in its batch is shown as %s', (of, state, why) => {
  const [row] = rows([aQueued(1)], [[aQueued(1), { step: 'batched' }]], { 'pending-1': of })
  expect([row?.state, row?.why]).toEqual([state, why])
  // the same in a page that did not start the batch
  expect(states([aQueued(1)], [], { 'pending-1': of })).toEqual([['K-1', state]])
})

it('what this page knows of a row counts before its batch, and a batch not known yet leaves the row as it is', () => {
  expect(states([aQueued(1)], [[aQueued(1), { step: 'printed', shipment }]], { 'pending-1': 'bought' })).toEqual([
    ['K-1', 'printed'],
  ])
  expect(states([aQueued(1)], [[aQueued(1), { step: 'batched' }]])).toEqual([['K-1', 'waiting']])
})

it('the reason is that of the failed print or purchase, else the problem that was reported', () => {
  const reported = aQueued(1, { state: 'problem', problem: 'Damaged' })
  const work: Work = { step: 'not_printed', shipment, why: 'Out of labels', uncertain: false }
  expect(rows([reported])[0]?.why).toBe('Damaged')
  expect(rows([reported], [[reported, work]])[0]?.why).toBe('Out of labels')
  expect(rows([aQueued(1)])[0]?.why).toBeUndefined()
})

it('rows that left the queue stay among the others by age, unless they were given up', () => {
  const gone = (['kept', 'buying', 'batched', 'unknown'] as const).map(
    (step, index) => [aQueued(index + 1), { step }] as const,
  )
  const refused = [aQueued(5), { step: 'refused', code: 'x', why: 'y' }] as const
  const printed = [aQueued(6), { step: 'printed', shipment }] as const
  const bought = [aQueued(7), { step: 'bought', shipment }] as const
  const not = [aQueued(8), { step: 'not_printed', shipment, why: '', uncertain: true }] as const
  expect(
    states([aQueued(0), aQueued(9)], [not, bought, printed, refused, ...gone], { 'pending-3': 'waiting' }),
  ).toEqual([
    ['K-0', 'waiting'],
    ['K-2', 'buying'],
    ['K-3', 'batched'],
    ['K-4', 'unknown'],
    ['K-6', 'printed'],
    ['K-7', 'bought'],
    ['K-8', 'not_printed'],
    ['K-9', 'waiting'],
  ])
})

it('a row being bought shows its entry; a rejected one returns under its new id', () => {
  const entered = { ...itemOf(aQueued(1)), grams: 620, pence: 395 }
  const now = (step: 'buying' | 'kept') =>
    rowsOf(
      [aQueued(1, { pending_id: 'pending-99' })],
      new Map([['K-1', { item: entered, work: { step } }]]),
      new Map(),
      { userId: 'mia', now: NOW },
    )
  expect(now('buying')).toMatchObject([{ pendingId: 'pending-99', grams: 620, pence: 395 }])
  expect(now('kept')).toMatchObject([{ pendingId: 'pending-99', grams: undefined, pence: undefined }])
})

it.each([
  ['dev', NOW + 1, 'with_colleague', 'Dev Patel'],
  ['dev', NOW, 'waiting', undefined],
  ['mia', NOW + 1, 'waiting', undefined],
])('claimed by %s until %i it is %s', (id, until, state, colleague) => {
  const claimed_by = { id, fullname: 'Dev Patel', until: new Date(until).toISOString() }
  expect(rows([aQueued(1, { claimed_by })])[0]).toMatchObject({ state, colleague })
})

type Order = NonNullable<QueuedShipment['order']>
const order = (change: Partial<Order>) =>
  aQueued(1, { order: { shop: 'Kiln', kind: 'shopify', number: '7', problems: [], ...change } })

it.each<[Partial<Order>, string | undefined]>([
  [{}, undefined],
  [{ problems: ['currency', 'text_shortened'] }, 'order.problem.currency'],
  [{ mark: 'cancelled', problems: ['currency'] }, 'order.mark.cancelled'],
])('of an order with %j the text %s is shown', (change, key) => {
  expect(rows([order(change)])[0]?.orderTrouble).toBe(key)
})

const STATES: readonly RowState[] = [
  'waiting',
  'weighed',
  'problem',
  'with_colleague',
  'kept',
  'batched',
  'buying',
  'unknown',
  'refused',
  'bought',
  'printed',
  'not_printed',
]

it.each<[Group, RowState[]]>([
  ['all', [...STATES]],
  ['waiting', ['waiting', 'kept']],
  ['weighed', ['weighed']],
  ['printed', ['printed']],
  ['needs_you', ['problem', 'unknown', 'refused', 'not_printed']],
])('the filter %s has the states %j', (group, wanted) => {
  expect(STATES.filter((state) => isInGroup({ state }, group))).toEqual(wanted)
})

it('an operator can work on rows that wait or are in trouble', () => {
  const [row] = rows([aQueued(1)])
  expect(STATES.filter((state) => isOpen({ ...row!, state }))).toEqual(['waiting', 'weighed', 'problem', 'refused'])
})
