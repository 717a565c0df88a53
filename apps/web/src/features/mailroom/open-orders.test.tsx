import { reprintShipment } from '@postroom/contract/shipment-change'
import { findPurchase, getShipment, processShipment, type Shipment } from '@postroom/contract/shipment'
import { getPending } from '@postroom/contract/shipment-pending'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pairDevice, type FakeDevice } from '../../testing/fake-device.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { answerMailroom, openMailroom, pairPrintingDevice, queueRow, weigh } from '../../testing/mailroom.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'

const ORDERS = 'postroom.mailroom.1b4e28ba-2fa1-41d2-883f-0016d3cca427'
const ID = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01'
const orders = () => JSON.parse(localStorage.getItem(ORDERS) ?? '[]') as { code: string; sent: boolean }[]
/** As an earlier page left it. */
const leave = (change: object) => {
  const order = {
    code: 'K-7',
    pending_id: 'pending-7',
    grams: 300,
    service: '2',
    at: Date.now(),
    sent: true,
    ...change,
  }
  localStorage.setItem(ORDERS, JSON.stringify([order]))
}

/** Whether the tab closes without a question. */
const leavesFreely = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))

let device: FakeDevice
let sold: ReturnType<typeof server.on<typeof processShipment>>
beforeEach(() => {
  answerMailroom()
  device = pairPrintingDevice()
  withQueue([aQueued(1), aQueued(2)])
  sold = server.on(processShipment, () => aShipment({ id: ID }))
})

it('a purchase without an answer for a minute is not confirmed; its outcome is asked for until it is known', async () => {
  useMovedClock()
  server.on(processShipment, () => UNREACHABLE)
  let status: Shipment['status'] = 'pending'
  const asked = server.on(findPurchase, () => aShipment({ id: ID, status, print_state: 'not_printed' }))
  const user = await openMailroom()
  await weigh(user, '620')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(queueRow('K-1').getByText('Buying')).toBeVisible())
  expect(leavesFreely()).toBe(false)
  await pass(61)
  expect(await screen.findByText('The purchase of K-1 is not confirmed yet.')).toBeVisible()
  expect(queueRow('K-1').getByText('Not confirmed')).toBeVisible()
  expect(leavesFreely()).toBe(true)
  expect(orders()).toMatchObject([{ code: 'K-1', sent: true }])
  status = 'bought'
  await pass(6)
  await waitFor(() => expect(queueRow('K-1').getByText('Not printed')).toBeVisible())
  expect(asked[0]?.params).toEqual({ pending_id: 'pending-1' })
  expect(queueRow('K-1').getByText('The page was closed before it was printed.')).toBeVisible()
  expect(queueRow('K-1').getByRole('button', { name: 'Print now: K-1' })).toBeVisible()
  expect(orders()).toMatchObject([{ code: 'K-1', shipment_id: ID }])
})

it.each<[string, Shipment['print_state'], number]>([
  ['Print now: K-7', 'not_printed', 0],
  ['Print again: K-7', 'unknown', 1],
])('an order that was sent and is bought offers %s', async (act, print_state, again) => {
  leave({})
  server.on(findPurchase, () => aShipment({ id: ID, print_state }))
  const reprints = server.on(reprintShipment, () => aShipment({ id: ID }))
  const prints = device.on('print', () => 'media_empty')
  const user = await openMailroom()
  await waitFor(() => expect(queueRow('K-7').getByText('Not printed')).toBeVisible())
  expect([sold.length, prints.length]).toEqual([0, 0])
  expect(orders()).toMatchObject([{ code: 'K-7', sent: true, shipment_id: ID }])
  await user.click(queueRow('K-7').getByRole('button', { name: act }))
  expect(await queueRow('K-7').findByText(/^The printer is out of paper/)).toBeVisible()
  expect([reprints.length, prints.length]).toEqual([again, 1])
})

it('an order that is bought and printed needs nothing more', async () => {
  leave({})
  server.on(findPurchase, () => aShipment({ id: ID, print_state: 'printed' }))
  await openMailroom()
  await waitFor(() => expect(queueRow('K-7').getByText('Printed')).toBeVisible())
  expect(queueRow('K-7').queryByRole('button')).toBeNull()
  expect(orders()).toEqual([])
})

it('an order that is still being bought is followed to its end', async () => {
  useMovedClock()
  leave({})
  const answers = ['pending', 'pending', 'bought'] as const
  let next = 0
  const asked = server.on(findPurchase, () =>
    aShipment({ id: ID, status: answers[next++] ?? 'bought', print_state: 'not_printed' }),
  )
  await openMailroom()
  await pass(6)
  await waitFor(() => expect(queueRow('K-7').getByText('Not printed')).toBeVisible())
  expect(asked).toHaveLength(3)
})

it('an order that never arrived is bought once with its key', async () => {
  useMovedClock()
  leave({ code: 'K-1', pending_id: 'pending-1' })
  const asked = server.on(findPurchase, () => new Refusal('not_found'))
  await openMailroom()
  await pass(3)
  await waitFor(() => expect(queueRow('K-1').getByText('Printed')).toBeVisible())
  expect(asked).toHaveLength(2)
  expect(sold.map(({ query, body }) => [query.pending_id, body.parcels[0]?.weight.value])).toEqual([['pending-1', 300]])
})

const gone: readonly (readonly [string, object, () => void])[] = [
  ['a rejected purchase', {}, () => server.on(findPurchase, () => aShipment({ id: ID, status: 'rejected' }))],
  ['voided postage', { shipment_id: ID }, () => server.on(getShipment, () => aShipment({ id: ID, status: 'voided' }))],
  ['an unknown shipment', { shipment_id: ID }, () => server.on(getShipment, () => new Refusal('not_found'))],
  ['a row that a colleague sold', { sent: false }, () => server.on(getPending, () => new Refusal('not_found'))],
]
it.each(gone)('%s ends its order, and its row is not shown', async (_case, change, answer) => {
  leave(change)
  answer()
  await openMailroom()
  await waitFor(() => expect(orders()).toEqual([]))
  expect(screen.queryByText('K-7')).toBeNull()
  expect(sold).toEqual([])
})

const open: readonly (readonly [string, object, () => unknown[]])[] = [
  ['shipment', { shipment_id: ID }, () => server.on(getShipment, () => UNREACHABLE)],
  ['shipment', { shipment_id: ID }, () => server.on(getShipment, () => new Refusal('try_again'))],
  ['row', { sent: false }, () => server.on(getPending, () => UNREACHABLE)],
  ['row', { sent: false }, () => server.on(getPending, () => new Refusal('try_again'))],
  ['purchase', {}, () => server.on(findPurchase, () => new Refusal('session_expired'))],
]
it.each(open)(
  'an order whose %s gives no answer stays, and the queue can be worked on (%j)',
  async (_of, change, answer) => {
    leave(change)
    const asked = answer()
    await openMailroom()
    await waitFor(() => expect(asked).not.toEqual([]))
    expect(orders()).toMatchObject([{ code: 'K-7' }])
    expect(screen.queryByText('K-7')).toBeNull()
  },
)

it('an order taken without a connection waits for the device manager too', async () => {
  useMovedClock()
  leave({ code: 'K-1', pending_id: 'pending-1', sent: false })
  device = pairDevice()
  device.isThere = false
  openPage('/app/mailroom')
  await screen.findByText('K-1')
  await pass(10)
  await waitFor(() => expect(queueRow('K-1').getByText('Not bought')).toBeVisible())
  expect(screen.getByText('1 item not bought')).toBeVisible()
  expect(orders()).toMatchObject([{ code: 'K-1', sent: false }])
  expect(sold).toEqual([])
})

it('an order taken without a connection can be given up', async () => {
  const user = await openMailroom()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await weigh(user, '100')
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Remove K-1 from the list' }))
  expect(screen.queryByText('1 item not bought')).toBeNull()
  expect(queueRow('K-1').getByText('Waiting')).toBeVisible()
  expect(orders()).toEqual([])
  expect(sold).toEqual([])
})
