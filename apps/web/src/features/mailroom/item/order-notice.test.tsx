import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { acceptOrder } from '@postroom/contract/shop'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aQueued, withQueue } from '../../../testing/a-queued.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { answerMailroom, pairPrintingDevice } from '../../../testing/mailroom.ts'
import { openPage } from '../../../testing/open-page.tsx'

type Order = NonNullable<QueuedShipment['order']>
const ofOrder = (change: Partial<Order> = {}, version = 3) =>
  aQueued(1, { version, order: { shop: 'Kiln & Co', kind: 'shopify', number: '1047', problems: [], ...change } })

beforeEach(() => {
  answerMailroom()
  pairPrintingDevice()
})
const opened = async () => {
  const user = openPage('/app/mailroom/shipping?code=K-1')
  return { user, notice: await screen.findByText('Order 1047 of Kiln & Co') }
}

it('names the order; one without trouble needs no act', async () => {
  withQueue([ofOrder()])
  await opened()
  expect(screen.queryByRole('button', { name: 'Accept as it is' })).toBeNull()
  expect(screen.queryByText(/^Check the shipment/)).toBeNull()
})

it('says what happened to the order and what is wrong in it, and accepts it as it was read', async () => {
  const queue = withQueue([ofOrder({ mark: 'changed', problems: ['text_shortened', 'currency'] })])
  const accepted = server.on(acceptOrder, () => {
    queue.rows = [ofOrder({}, 4)]
    return queue.rows[0]!
  })
  const { user } = await opened()
  for (const text of [
    'Changed at the shop',
    'Address was shortened',
    'Prices are not in pounds',
    'Check the shipment. It is not sold before you accept or correct it.',
  ])
    expect(screen.getByText(text)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Accept as it is' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept as it is' })).toBeNull())
  expect(accepted.map(({ params, body }) => [params.pending_id, body.version])).toEqual([['pending-1', 3]])
  expect(screen.getByText('Order 1047 of Kiln & Co')).toBeVisible()
  expect(screen.queryByText('Changed at the shop')).toBeNull()
})

it('an order changed meanwhile is loaded again before it is accepted', async () => {
  const queue = withQueue([ofOrder({ problems: ['country_unknown'] })])
  server.on(acceptOrder, () => new Refusal('pending_changed'))
  const { user } = await opened()
  await user.click(screen.getByRole('button', { name: 'Accept as it is' }))
  expect(
    await screen.findByText('A colleague has changed this shipment meanwhile. Check it, then change it again.'),
  ).toBeVisible()
  queue.rows = [ofOrder({ mark: 'cancelled' }, 4)]
  await user.click(screen.getByRole('button', { name: 'Load it again' }))
  expect(await screen.findByText('Cancelled at the shop')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Accept as it is' })).toBeVisible()
})

it('another failure leaves the order to be accepted again', async () => {
  withQueue([ofOrder({ mark: 'shipped' })])
  const asked = server.on(acceptOrder, () => new Refusal('try_again'))
  const { user } = await opened()
  await user.click(screen.getByRole('button', { name: 'Accept as it is' }))
  await waitFor(() => expect(asked).not.toEqual([]))
  expect(await screen.findByRole('button', { name: 'Accept as it is' })).toBeVisible()
  expect(screen.getByText(/^Check the shipment/)).toBeVisible()
})

it('the queue shows the number of the order and its first trouble', async () => {
  const troubled = { ...ofOrder({ mark: 'cancelled', problems: ['currency'] }), state: 'problem' as const }
  withQueue([aQueued(2), { ...troubled, created_at: '2026-11-22T09:00:09.000Z' }])
  const user = openPage('/app/mailroom')
  const cells = within((await screen.findByText('K-1', { ignore: '.visually-hidden' })).closest('tr')!)
  expect(cells.getByTitle('Kiln & Co')).toHaveTextContent('1047')
  expect(cells.getByText('Cancelled at the shop')).toBeVisible()
  await user.click(cells.getByRole('button', { name: 'K-1' }))
  const row = within(document.querySelector<HTMLElement>('tr[aria-current]')!)
  expect(row.getByText('Order 1047 of Kiln & Co')).toBeVisible()
  expect(row.getByRole('alert')).toHaveTextContent('Cancelled at the shop')
})
