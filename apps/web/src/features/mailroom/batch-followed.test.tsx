import {
  getBatch,
  listBatches,
  saveBatch,
  checkBatch,
  stopBatch,
  type BatchRow,
  type ShipmentBatch,
} from '@postroom/contract/shipment-batch'
import { getBalance } from '@postroom/contract/carrier'
import { getShipment } from '@postroom/contract/shipment'
import { listPending } from '@postroom/contract/shipment-pending'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { account, pageOf } from '../../testing/answers.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { answerMailroom, openMailroom, pairPrintingDevice, queueRow } from '../../testing/mailroom.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openToast } from '../../ui/toast-queue.ts'

const MINE = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
const COLLEAGUE = 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b99'
const shipmentId = (position: number) => `0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a0${position}`
type PrintState = NonNullable<BatchRow['bought']>['print_state']
const bought = (position: number, print_state: PrintState, change: Partial<BatchRow> = {}): BatchRow => ({
  key: `gone-${position}-of-the-queue`,
  position,
  state: 'bought',
  shipment_id: shipmentId(position),
  bought: { amount: 395, item_numbers: [`ZZ${position}GB`], service: '2', print_state },
  ...change,
})
const waiting = (position: number): BatchRow => ({ key: `pending-${position + 1}`, position, state: 'waiting' })
function batchOf(rows: BatchRow[], change: Partial<ShipmentBatch> = {}): ShipmentBatch {
  const isDone = rows.every(({ state }) => state !== 'waiting')
  return {
    id: 'the-batch',
    state: isDone ? 'done' : 'running',
    total: rows.length,
    done: 0,
    bought: rows.filter(({ state }) => state === 'bought').length,
    failed: 0,
    stopped: 0,
    created_by: MINE,
    created_at: '2026-11-22T09:00:00.000Z',
    rows,
    ...change,
  }
}
let batches: ShipmentBatch[]
let lists: unknown[]
let asked: ReturnType<typeof server.on<typeof getBatch>>
beforeEach(() => {
  useMovedClock()
  answerMailroom()
  batches = []
  lists = server.on(listBatches, () => pageOf(batches))
  asked = server.on(getBatch, ({ params }) => batches.find(({ id }) => id === params.id) ?? new Refusal('not_found'))
  server.on(getShipment, ({ params }) => aShipment({ id: params.id, print_state: 'not_printed' }))
  pairPrintingDevice()
  withQueue([aQueued(1), aQueued(2)])
})
const bar = async () => within(await screen.findByRole('region', { name: 'Batch' }))

it.each<[string, BatchRow[], number]>([
  ['running', [waiting(0)], 1.6],
  ['done and not all printed', [bought(0, 'not_printed')], 5.1],
])('asks again about a batch that is %s', async (_, rows, seconds) => {
  batches = [batchOf(rows)]
  await openMailroom()
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  await pass(0)
  const before = asked.length
  await pass(seconds - 0.5)
  expect(asked).toHaveLength(before)
  await pass(0.6)
  expect(asked).toHaveLength(before + 1)
})

it('asks no more about a batch whose labels are out, and for new batches every five seconds', async () => {
  batches = [batchOf([bought(0, 'printed'), { ...waiting(1), state: 'failed' }])]
  await openMailroom()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect((await bar()).queryByRole('button', { name: 'Print its labels here' })).toBeNull()
  const before = lists.length
  await pass(11)
  expect(asked).toHaveLength(1)
  expect(lists).toHaveLength(before + 2)
})

it('shows the own batch before that of a colleague, follows both, and the other one once the own is closed', async () => {
  batches = [
    batchOf([{ ...waiting(0), state: 'buying' }], { id: 'the-other-batch', created_by: COLLEAGUE, state: 'running' }),
    batchOf([bought(1, 'printed'), bought(2, 'printed')]),
  ]
  const user = await openMailroom()
  expect(await (await bar()).findByText('Batch of 2: 2 printed')).toBeVisible()
  await waitFor(() => expect(queueRow('K-1').getByText('Buying')).toBeVisible())
  await user.click((await bar()).getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Batch of 1: 0 printed')).toBeVisible()
})

it('prints a row that this page does not know under its item number, and skips one without a shipment', async () => {
  batches = [
    batchOf([
      bought(0, 'not_printed', { shipment_id: undefined }),
      bought(1, 'not_printed'),
      bought(2, 'not_printed', { bought: undefined }),
    ]),
  ]
  const user = await openMailroom()
  await user.click(await screen.findByRole('button', { name: 'Print its labels here' }))
  await waitFor(() => expect(queueRow('ZZ1GB').getByText('Printed')).toBeVisible())
  await waitFor(() => expect(queueRow('0b6f2f0a').getByText('Printed')).toBeVisible())
  expect(screen.queryByRole('button', { name: 'Print its labels here' })).toBeNull()
})

it('goes on with the next label when a shipment cannot be read', async () => {
  const reported: unknown[] = []
  const listen = (event: ErrorEvent) => {
    event.preventDefault()
    reported.push(event.error)
  }
  addEventListener('error', listen)
  batches = [batchOf([bought(1, 'not_printed'), bought(2, 'not_printed')])]
  server.on(getShipment, ({ params }) =>
    params.id === shipmentId(1) ? new Refusal('not_found') : aShipment({ id: params.id, print_state: 'not_printed' }),
  )
  const user = await openMailroom()
  await user.click(await screen.findByRole('button', { name: 'Print its labels here' }))
  await waitFor(() => expect(queueRow('ZZ2GB').getByText('Printed')).toBeVisible())
  expect(screen.queryByText('ZZ1GB')).toBeNull()
  removeEventListener('error', listen)
  expect(reported).toHaveLength(1)
})

it('looks for the queue and the balance again with each change of a row', async () => {
  batches = [batchOf([waiting(0)])]
  const queue = server.on(listPending, ({ query: { length } }) => ({
    data: [aQueued(1), aQueued(2)],
    total: 2,
    start: 0,
    length,
    at: '2026-11-22T09:30:00.000Z',
    sold: [],
    counts: { waiting: 2, weighed: 0, problem: 0 },
  }))
  const balances = server.on(getBalance, () => ({
    account_id: account.id,
    currency: 'GBP' as const,
    balance: 1,
    posted: 1,
    held: 0,
  }))
  await openMailroom()
  await (await bar()).findByText('0 bought · 1 to come')
  const before = [queue.length, balances.length]
  batches = [batchOf([{ ...waiting(0), state: 'buying' }], { state: 'running' })]
  await pass(1.6)
  await waitFor(() => expect(queueRow('K-1').getByText('Buying')).toBeVisible())
  await waitFor(() => expect([queue.length > before[0]!, balances.length > before[1]!]).toEqual([true, true]))
})

it('says that a batch could not be stopped, and looks again', async () => {
  batches = [batchOf([waiting(0)])]
  const answered = Promise.withResolvers<Refusal>()
  server.on(stopBatch, () => answered.promise)
  const user = await openMailroom()
  await user.click(await screen.findByRole('button', { name: 'Cancel the 1 not bought' }))
  await waitFor(() => expect(screen.getByRole('button', { name: /Cancel the 1/ })).toHaveAttribute('data-pending'))
  const before = lists.length
  answered.resolve(new Refusal('try_again'))
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  await waitFor(() => expect(lists.length).toBeGreaterThan(before))
})

it('starts a batch once, and lists it at once', async () => {
  const parcels = [{ number: 1, packaging: 'small_parcel' as const, weight: { value: 620, units: 'G' as const } }]
  const { shipment } = aQueued(1)
  withQueue([aQueued(1, { shipment: { ...shipment, parcels } })])
  server.on(checkBatch, ({ body }) => ({ rows: body.rows.map(({ key }) => ({ key, amount: 395 })), accounts: [] }))
  const answered = Promise.withResolvers<ShipmentBatch>()
  const saved = server.on(saveBatch, () => answered.promise)
  const user = await openMailroom()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  await user.keyboard('{Alt>}b{/Alt}')
  const buy = await screen.findByRole('button', { name: 'Buy and print 1 for £3.95' })
  await user.click(buy)
  await waitFor(() => expect(buy).toHaveAttribute('data-pending'))
  await user.click(buy)
  const before = lists.length
  batches = [batchOf([waiting(0)])]
  answered.resolve(batches[0]!)
  await waitFor(() => expect(lists.length).toBe(before + 1))
  expect(saved).toHaveLength(1)
  expect(await (await bar()).findByText('Batch of 1: 0 printed')).toBeVisible()
})
