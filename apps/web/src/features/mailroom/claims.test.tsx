import { processShipment } from '@postroom/contract/shipment'
import { claimPending } from '@postroom/contract/shipment-pending'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { activeRow, answerMailroom, openMailroom, pairPrintingDevice, queueRow, weigh } from '../../testing/mailroom.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { closePage } from '../../testing/show.tsx'

const DEV = { id: 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b99', fullname: 'Dev Patel', until: '2999-01-01T00:00:00.000Z' }
let calls: ReturnType<typeof answerMailroom>
let queue: ReturnType<typeof withQueue>
const ids = (of: readonly { params: { pending_id: string } }[]) => of.map(({ params }) => params.pending_id)

beforeEach(() => {
  useMovedClock()
  calls = answerMailroom()
  queue = withQueue([aQueued(1), aQueued(2), aQueued(3)])
  pairPrintingDevice()
})

it('a row is claimed a moment after it is chosen, not while arrows pass it, and released when it is left', async () => {
  const user = await openMailroom()
  await pass(2)
  expect(activeRow()).toContain('K-1')
  expect(calls.claims).toEqual([])
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(calls.claims).toEqual([])
  await pass(0.3)
  expect(ids(calls.claims)).toEqual(['pending-3'])
  expect(calls.releases).toEqual([])
  await user.keyboard('{ArrowUp}')
  await pass(0.3)
  expect(ids(calls.claims)).toEqual(['pending-3', 'pending-2'])
  expect(ids(calls.releases)).toEqual(['pending-3'])
  closePage()
  await pass(0.1)
  expect(ids(calls.releases)).toEqual(['pending-3', 'pending-2'])
})

it('typing renews a claim after a minute, not before', async () => {
  const user = await openMailroom()
  await user.keyboard('{ArrowDown}')
  await pass(1)
  await pass(58)
  await user.keyboard('a')
  await pass(0.1)
  expect(ids(calls.claims)).toEqual(['pending-2'])
  await pass(3)
  await user.keyboard('{Backspace}')
  await pass(0.1)
  await user.keyboard('a{Backspace}')
  expect(ids(calls.claims)).toEqual(['pending-2', 'pending-2'])
  await pass(61)
  expect(calls.claims).toHaveLength(2)
})

it('a claim that a colleague has shows the queue anew, and nothing is released', async () => {
  const user = await openMailroom()
  const asked = server.on(claimPending, ({ params }) => {
    if (params.pending_id !== 'pending-2') return aQueued(1)
    queue.rows = [aQueued(1), aQueued(2, { claimed_by: DEV }), aQueued(3)]
    return new Refusal('pending_claimed')
  })
  await user.keyboard('{ArrowDown}')
  await pass(0.5)
  expect(asked[0]?.params).toEqual({ pending_id: 'pending-2' })
  await waitFor(() => expect(queueRow('K-2').getByText('With Dev P.')).toBeVisible())
  expect(activeRow()).toContain('K-1')
  await user.keyboard('{ArrowDown}')
  await pass(0.5)
  expect(ids(calls.releases)).not.toContain('pending-2')
})

it('a row that is being bought keeps its claim', async () => {
  const bought = Promise.withResolvers<ReturnType<typeof aShipment>>()
  server.on(processShipment, () => bought.promise)
  const user = await openMailroom()
  await user.keyboard('{ArrowDown}')
  await pass(0.5)
  await weigh(user, '620')
  await user.keyboard('{Enter}')
  await pass(0.5)
  expect(activeRow()).toContain('K-3')
  expect(ids(calls.claims)).toEqual(['pending-2', 'pending-3'])
  expect(calls.releases).toEqual([])
  bought.resolve(aShipment({ id: crypto.randomUUID() }))
  await waitFor(() => expect(queueRow('K-2').getByText('Printed')).toBeVisible())
  expect(screen.getByText('K-2 is bought and printed.')).toBeVisible()
})
