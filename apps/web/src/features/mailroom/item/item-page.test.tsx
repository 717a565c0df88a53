import { getShipment, processShipment } from '@postroom/contract/shipment'
import { listBatches } from '@postroom/contract/shipment-batch'
import { claimPending, releasePending, updatePending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aJob } from '../../../testing/a-job.ts'
import { aQueued, withQueue } from '../../../testing/a-queued.ts'
import { aShipment } from '../../../testing/a-shipment.ts'
import { pageOf } from '../../../testing/answers.ts'
import { pairDevice } from '../../../testing/fake-device.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { field, fill, priced, summary } from '../../../testing/shipping-form.ts'

const DEV = { id: 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b99', fullname: 'Dev Patel', until: '2999-01-01T00:00:00.000Z' }
const WITH_PROBLEM = aQueued(1, {
  state: 'problem',
  problem: 'It does not fit the chosen format',
  note: 'Before noon, please',
  version: 3,
})

let claims: ReturnType<typeof server.on<typeof claimPending>>
beforeEach(() => {
  server.on(listBatches, () => pageOf([]))
  server.on(listCostCenters, () => pageOf([]))
  claims = server.on(claimPending, () => aQueued(1))
  server.on(releasePending, () => aQueued(1))
  const device = pairDevice()
  device.on('print', ({ job_id }) => {
    setTimeout(() => device.report({ type: 'job', job: aJob({ job_id, state: 'printed' }) }))
    return { job: aJob({ job_id, state: 'queued' }) }
  })
})
const open = (code = 'K-1') => openPage(`/app/mailroom/shipping?code=${code}`)
const buy = () => within(summary()).getByRole('button', { name: 'Buy and print' })

it('opens filled in with the focus in the weight, keeps the correction, buys with the id of the row, and prints in the queue', async () => {
  const queue = withQueue([WITH_PROBLEM, aQueued(2)])
  const kept = server.on(updatePending, () => ({ ...WITH_PROBLEM, version: 4, problem: '' }))
  const sold = server.on(processShipment, ({ query: { pending_id = '' } }) => {
    queue.sold.push(pending_id)
    return aShipment()
  })
  server.on(getShipment, () => aShipment({ print_state: 'not_printed' }))
  const user = open()
  await screen.findByText('It does not fit the chosen format')
  expect(screen.getByText('Before noon, please')).toBeVisible()
  expect(screen.getByRole('region', { name: 'To' })).toHaveTextContent('Person 1')
  expect(field('weight')).toHaveFocus()
  await waitFor(() => expect(claims.map(({ params }) => params.pending_id)).toEqual(['pending-1']))
  await user.keyboard('620g')
  await user.click(screen.getByRole('radio', { name: /^Medium parcel/ }))
  await waitFor(priced)
  const steps = history.length
  await user.click(buy())
  expect(await screen.findByRole('heading', { name: 'Mailroom queue' })).toBeVisible()
  const row = await screen.findByText('K-1')
  await waitFor(() => expect(within(row.closest('tr')!).getByText('Printed')).toBeVisible())
  expect(kept.map(({ body }) => [body.version, body.problem, body.parcels?.[0]?.packaging])).toEqual([
    [3, '', 'medium_parcel'],
  ])
  expect(sold.map(({ query, body }) => [query.pending_id, body.parcels[0]?.packaging])).toEqual([
    ['pending-1', 'medium_parcel'],
  ])
  expect(history.state?.usr).toBeNull()
  expect(history).toHaveLength(steps + 1)
})

it('buys nothing when a colleague has changed the row meanwhile, and shows their changes when asked', async () => {
  const queue = withQueue([WITH_PROBLEM])
  server.on(updatePending, () => new Refusal('pending_changed'))
  const sold = server.on(processShipment, () => aShipment())
  const user = open()
  await screen.findByText('Before noon, please')
  fill('weight', '300g')
  await waitFor(priced)
  await user.click(buy())
  expect(await screen.findByText('Nothing was saved or bought')).toBeVisible()
  expect(sold).toEqual([])
  queue.rows = [{ ...WITH_PROBLEM, note: 'By second post', version: 4 }]
  await user.click(screen.getByRole('button', { name: 'Load it again' }))
  expect(await screen.findByText('By second post')).toBeVisible()
  expect(field('weight')).toHaveValue('')
})

it('shows that it buys while the correction is still being kept, and a second press keeps and buys nothing more', async () => {
  const queue = withQueue([WITH_PROBLEM])
  const kept = Promise.withResolvers<QueuedShipment>()
  const asked = server.on(updatePending, () => kept.promise)
  const sold = server.on(processShipment, ({ query: { pending_id = '' } }) => {
    queue.sold.push(pending_id)
    return aShipment()
  })
  server.on(getShipment, () => aShipment({ print_state: 'not_printed' }))
  const user = open()
  await screen.findByText('Before noon, please')
  fill('weight', '300g')
  await waitFor(priced)
  await user.click(buy())
  const buying = await within(summary()).findByRole('button', { name: /^Buying…/ })
  await user.click(buying)
  kept.resolve({ ...WITH_PROBLEM, version: 4, problem: '' })
  expect(await screen.findByRole('heading', { name: 'Mailroom queue' })).toBeVisible()
  expect([asked.length, sold.length]).toEqual([1, 1])
})

it('saves a correction without buying, and goes back to the queue', async () => {
  withQueue([WITH_PROBLEM])
  const kept = server.on(updatePending, () => ({ ...WITH_PROBLEM, version: 4, problem: '' }))
  const user = open()
  await screen.findByText('Before noon, please')
  await user.click(within(summary()).getByRole('button', { name: 'Save without buying' }))
  expect(await screen.findByRole('heading', { name: 'Mailroom queue' })).toBeVisible()
  expect(kept.map(({ body }) => [body.problem, body.note])).toEqual([['', 'Before noon, please']])
})

it('a row that a colleague works on is not opened', async () => {
  withQueue([aQueued(1, { claimed_by: DEV })])
  open()
  expect(await screen.findByText('Dev Patel is working on K-1.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Buy and print' })).toBeNull()
  expect(claims).toEqual([])
})

it('says that a number does not wait in the queue, and opens another', async () => {
  withQueue([aQueued(1)])
  const user = open('K-99')
  expect(await screen.findByText('K-99 does not wait in the queue')).toBeVisible()
  const number = screen.getByRole('textbox', { name: /^Number on the item/ })
  await user.type(number, 'SW1A{Enter}')
  expect(await screen.findByText('A number of the queue looks like K-2041.')).toBeVisible()
  await user.clear(number)
  await user.type(number, 'k1{Enter}')
  expect(await screen.findByRole('heading', { name: 'Parcel K-1' })).toBeVisible()
  await waitFor(() => expect(field('weight')).toHaveFocus())
})
