import { getShipment } from '@postroom/contract/shipment'
import {
  checkBatch,
  getBatch,
  listBatches,
  saveBatch,
  stopBatch,
  type BatchRow,
  type ShipmentBatch,
} from '@postroom/contract/shipment-batch'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import type { FakeDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { answerMailroom, openMailroom, pairPrintingDevice, queueRow } from '../../testing/mailroom.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'

const MINE = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
const COLLEAGUE = 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b99'
const shipmentId = (position: number) => `0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a0${position}`
const row = (position: number, state: BatchRow['state'], change: Partial<BatchRow> = {}): BatchRow => ({
  key: `pending-${position + 1}`,
  position,
  state,
  ...(state === 'bought' && {
    shipment_id: shipmentId(position),
    bought: { amount: 395, item_numbers: [`ZZ00000000${position}GB`], service: '2', print_state: 'not_printed' },
  }),
  ...change,
})
const failed = row(2, 'failed', {
  error: { code: 'insufficient_funds', description: 'x', request_id: crypto.randomUUID() },
})
/** A batch as the server counts it. */
function batchOf(rows: BatchRow[], change: Partial<ShipmentBatch> = {}): ShipmentBatch {
  const count = (state: BatchRow['state']) => rows.filter((one) => one.state === state).length
  const [bought, failures, stopped] = [count('bought'), count('failed'), count('stopped')]
  const done = bought + failures + stopped
  return {
    id: 'the-batch',
    state: done === rows.length ? 'done' : 'running',
    total: rows.length,
    done,
    bought,
    failed: failures,
    stopped,
    created_by: MINE,
    created_at: '2026-11-22T09:00:00.000Z',
    rows,
    ...change,
  }
}
/** Answers as long as this is the only batch. */
let batch: ShipmentBatch | undefined
const weighed = (number: number) => {
  const { shipment } = aQueued(number)
  const parcels = [{ number: 1, packaging: 'small_parcel' as const, weight: { value: 620, units: 'G' as const } }]
  return aQueued(number, { state: 'weighed', shipment: { ...shipment, parcels } })
}
const error = (code: 'insufficient_funds') => ({ code, description: code, request_id: crypto.randomUUID() })

let queue: ReturnType<typeof withQueue>
let device: FakeDevice
beforeEach(() => {
  answerMailroom()
  batch = undefined
  server.on(listBatches, () => pageOf(batch ? [batch] : []))
  server.on(getBatch, () => batch ?? new Refusal('not_found'))
  server.on(getShipment, ({ params }) => aShipment({ id: params.id, print_state: 'not_printed' }))
  device = pairPrintingDevice()
  queue = withQueue([weighed(1), weighed(2), weighed(3), aQueued(4)])
})
const dialog = () => within(screen.getByRole('alertdialog', { name: 'Buy and print the selected rows' }))
const bar = () => within(screen.getByRole('region', { name: 'Batch' }))

it('checks the chosen rows, buys those that pass in the background, and prints them in their order', async () => {
  useMovedClock()
  const checks = server.on(checkBatch, ({ body }) => ({
    rows: body.rows.map(({ key }) =>
      key === 'pending-3' ? { key, error: error('insufficient_funds') } : { key, amount: 395 },
    ),
    accounts: [],
  }))
  const saved = server.on(saveBatch, ({ body }) => {
    batch = batchOf(body.rows.map((_row, index) => row(index, 'waiting')))
    return batch
  })
  const user = await openMailroom()
  const all = screen.getByRole('checkbox', { name: 'Select all rows' })
  await user.click(all)
  expect(screen.getByRole('button', { name: 'Buy and print 4' })).toBeVisible()
  await user.click(all)
  expect(screen.queryByRole('button', { name: /^Buy and print \d/ })).toBeNull()
  await user.click(all)
  await user.click(queueRow('K-2').getByRole('checkbox', { name: 'Select K-2, Person 2' }))
  expect(all).not.toBeChecked()
  expect(screen.getByRole('button', { name: 'Buy and print 3' })).toBeVisible()
  await user.click(queueRow('K-2').getByRole('checkbox', { name: 'Select K-2, Person 2' }))
  expect(all).toBeChecked()
  await user.keyboard('{Alt>}b{/Alt}')
  expect(await dialog().findByText('1 row is left out: The balance is too low for this.')).toBeVisible()
  expect(dialog().getByText('1 row is left out: it has no weight or no service yet.')).toBeVisible()
  expect(checks.map(({ body }) => body.rows.map(({ key }) => key))).toEqual([['pending-1', 'pending-2', 'pending-3']])
  expect(checks[0]?.body.rows[0]?.shipment).toMatchObject({
    by: 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01',
    service: '2',
    label: { size: '4x6' },
    parcels: [{ weight: { value: 620, units: 'G' } }],
  })
  await user.click(dialog().getByRole('button', { name: 'Buy and print 2 for £7.90' }))
  await waitFor(() => expect(queueRow('K-1').getByText('In the batch')).toBeVisible())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(all).not.toBeChecked()
  expect(saved.map(({ query, body }) => [query.batch_id?.length, body.rows.map(({ key }) => key)])).toEqual([
    [36, ['pending-1', 'pending-2']],
  ])
  expect(bar().getByText('Batch of 2: 0 printed')).toBeVisible()
  expect(bar().getByText('0 bought · 2 to come')).toBeVisible()

  // the second is bought first, and its label waits for that of the first
  batch = batchOf([row(0, 'buying'), row(1, 'bought')])
  queue.sold.push('pending-2')
  await pass(7)
  expect(bar().getByText('1 bought')).toBeVisible()
  expect(queueRow('K-1').getByText('Buying')).toBeVisible()
  const prints: string[] = []
  device.on('print', ({ job_id }) => {
    prints.push(job_id.split(':')[0]!)
    setTimeout(() => device.report({ type: 'job', job: aJob({ job_id, state: 'printed' }) }))
    return { job: aJob({ job_id, state: 'queued' }) }
  })
  batch = batchOf([row(0, 'bought'), row(1, 'bought')])
  queue.sold.push('pending-1')
  await pass(7)
  expect(await bar().findByText('Batch of 2: 2 printed')).toBeVisible()
  expect(prints).toEqual([shipmentId(0), shipmentId(1)])
  expect(queueRow('K-1').getByText('Printed')).toBeVisible()
  expect(bar().getByText(/Finished\./)).toBeVisible()
  await user.click(bar().getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('region', { name: 'Batch' })).toBeNull()
  expect(localStorage.getItem('postroom.mailroom.batch')).toBe('the-batch')
})

it('a closed batch stays closed in a page opened again', async () => {
  localStorage.setItem('postroom.mailroom.batch', 'the-batch')
  batch = batchOf([row(0, 'bought')])
  const asked = server.on(getBatch, () => batch!)
  await openMailroom()
  expect(screen.queryByRole('region', { name: 'Batch' })).toBeNull()
  expect(asked).toEqual([])
})

it('counts what became of the rows, and cancels those not begun', async () => {
  batch = batchOf([row(0, 'waiting'), row(1, 'unknown'), failed, row(3, 'stopped')])
  const stops = server.on(stopBatch, () => {
    batch = batchOf([row(0, 'stopped'), row(1, 'unknown'), failed, row(3, 'stopped')])
    return batch
  })
  const user = await openMailroom()
  expect(await bar().findByText('0 bought · 1 not bought · 1 cancelled · 1 to come')).toBeVisible()
  expect(bar().getByText(/It goes on if you leave this page/)).toBeVisible()
  expect(bar().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
  expect(bar().getByRole('progressbar')).toHaveAttribute('aria-valuemax', '4')
  expect(queueRow('K-1').getByText('In the batch')).toBeVisible()
  expect(queueRow('K-2').getByText('Not confirmed')).toBeVisible()
  expect(queueRow('K-3').getByText('The balance is too low for this.')).toBeVisible()
  expect(bar().queryByRole('button', { name: 'Close' })).toBeNull()
  await user.click(bar().getByRole('button', { name: 'Cancel the 1 not bought' }))
  expect(await bar().findByText('0 bought · 1 not bought · 2 cancelled')).toBeVisible()
  expect(stops.map(({ params }) => params)).toEqual([{ id: 'the-batch' }])
  expect(bar().queryByRole('button', { name: /^Cancel the/ })).toBeNull()
  expect(await queueRow('K-1').findByText(/^(Weighed|Now)$/)).toBeVisible()
})

it('a running batch of a colleague is shown without acts', async () => {
  batch = batchOf([row(0, 'waiting'), row(1, 'bought')], { created_by: COLLEAGUE })
  await openMailroom()
  expect(await bar().findByText('1 bought · 1 to come')).toBeVisible()
  expect(bar().queryByRole('button')).toBeNull()
})

it('a batch of a colleague that is done is not shown', async () => {
  batch = batchOf([row(1, 'bought')], { created_by: COLLEAGUE })
  const listed = server.on(listBatches, () => pageOf([batch!]))
  await openMailroom()
  await waitFor(() => expect(listed).not.toEqual([]))
  expect(listed[0]?.query).toMatchObject({ length: 5, orderAsc: 'false' })
  expect(screen.queryByRole('region', { name: 'Batch' })).toBeNull()
})

it('says that the rows could not be checked, or that the batch was refused, and closes', async () => {
  server.on(checkBatch, () => new Refusal('try_again'))
  const user = await openMailroom()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  await user.click(screen.getByRole('button', { name: 'Buy and print 4' }))
  expect(await dialog().findByText('The rows could not be checked. Nothing was bought.')).toBeVisible()
  expect(dialog().getByRole('button', { name: 'Buy and print 0 for £0.00' })).toBeDisabled()
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  server.on(checkBatch, ({ body }) => ({ rows: body.rows.map(({ key }) => ({ key, amount: 100 })), accounts: [] }))
  server.on(saveBatch, () => new Refusal('too_many_batches'))
  await user.click(screen.getByRole('button', { name: 'Buy and print 4' }))
  await user.click(await dialog().findByRole('button', { name: 'Buy and print 3 for £3.00' }))
  expect(await dialog().findByText('The rows could not be checked. Nothing was bought.')).toBeVisible()
  expect(screen.queryByText('In the batch')).toBeNull()
})

it('rows without weight are not checked', async () => {
  withQueue([aQueued(1), aQueued(2)])
  const checks = server.on(checkBatch, () => ({ rows: [], accounts: [] }))
  const user = await openMailroom()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  await user.keyboard('{Alt>}b{/Alt}')
  expect(await dialog().findByText('2 rows are left out: they have no weight or no service yet.')).toBeVisible()
  expect(dialog().queryByText(/^Checking/)).toBeNull()
  expect(dialog().getByRole('button', { name: 'Buy and print 0 for £0.00' })).toBeDisabled()
  expect(checks).toEqual([])
})
