import { listPending, updatePending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import { processShipment } from '@postroom/contract/shipment'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aQueued, withQueue } from '../../../testing/a-queued.ts'
import { aShipment } from '../../../testing/a-shipment.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { answerMailroom, pairPrintingDevice } from '../../../testing/mailroom.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { field, fill, priced, serviceRow, summary } from '../../../testing/shipping-form.ts'
import { openToast } from '../../../ui/toast-queue.ts'

beforeEach(() => {
  answerMailroom()
  pairPrintingDevice()
})
async function open(change: Partial<QueuedShipment['shipment']> = {}) {
  const { shipment } = aQueued(1)
  withQueue([aQueued(1, { shipment: { ...shipment, ...change } })])
  const user = openPage('/app/mailroom/shipping?code=K-1')
  await screen.findByRole('region', { name: 'To' })
  return user
}
const save = () => within(summary()).getByRole('button', { name: 'Save without buying' })

it('has no notice of a problem, a note or an order that there is not, and asks for the contents of what goes abroad', async () => {
  await open()
  for (const text of [/^A colleague has reported/, 'The sender asks', /^Order/, 'Nothing was saved or bought'])
    expect(screen.queryByText(text)).toBeNull()
  expect(screen.queryByRole('region', { name: /customs/i })).toBeNull()
})

it('asks for the contents of what goes abroad', async () => {
  await open({
    to: { ...aShipment().to, name: 'Élodie', country: 'FR', postal_code: '75011', city: 'Paris' },
    service: 'IS',
  })
  expect(await screen.findByRole('region', { name: /customs/i })).toBeVisible()
})

it('posts on the Friday that a Saturday guarantee needs', async () => {
  const user = await open()
  fill('weight', '300g')
  await waitFor(priced)
  await user.click(await screen.findByText(/^Not offered for this item/))
  await user.click(screen.getByRole('button', { name: /^Post on Friday/ }))
  expect(await serviceRow('Special Delivery by 1pm, Saturday')).toBeInTheDocument()
})

it('is not left by Enter in a field', async () => {
  await open()
  expect(fireEvent.submit(field('weight').form!)).toBe(false)
})

it('saves nothing while an address is not complete, and says why', async () => {
  const asked = server.on(updatePending, () => aQueued(1))
  const user = await open({ to: { ...aShipment().to, name: '' } })
  await user.click(save())
  const problem = await screen.findByRole('alert', { name: 'There is a problem' })
  expect(within(problem).getAllByRole('listitem')).toHaveLength(1)
  expect(field('to.name')).toBeInvalid()
  expect(asked).toEqual([])
})

it('says why a correction was not saved, without a conflict, and saves it again', async () => {
  server.on(updatePending, () => new Refusal('try_again'))
  const user = await open()
  await user.click(save())
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  expect(screen.queryByText('Nothing was saved or bought')).toBeNull()
  await waitFor(() => expect(save()).toBeEnabled())
  const saved = server.on(updatePending, () => aQueued(1, { version: 2 }))
  const queue = server.on(listPending, ({ query: { length } }) => ({
    data: [aQueued(1, { version: 2 })],
    total: 1,
    start: 0,
    length,
    counts: { waiting: 1, weighed: 0, problem: 0 },
    at: '2026-11-22T09:30:00.000Z',
    sold: [],
  }))
  await user.click(save())
  expect(await screen.findByRole('heading', { name: 'Mailroom queue' })).toBeVisible()
  expect(saved).toHaveLength(1)
  await waitFor(() => expect(queue.length).toBeGreaterThan(0))
})

it('can be saved neither while it is bought nor twice', async () => {
  server.on(updatePending, () => aQueued(1, { version: 2 }))
  const answered = Promise.withResolvers<Refusal>()
  server.on(processShipment, () => answered.promise)
  const user = await open()
  fill('weight', '300g')
  await waitFor(priced)
  expect(save()).toBeEnabled()
  await user.click(within(summary()).getByRole('button', { name: 'Buy and print' }))
  await waitFor(() => expect(save()).toBeDisabled())
  answered.resolve(new Refusal('insufficient_funds'))
  await waitFor(() => expect(save()).toBeEnabled())
})

it('reads the row once, not again when the window gets the focus', async () => {
  await open()
  const asked = server.on(listPending, () => new Refusal('try_again'))
  document.dispatchEvent(new Event('visibilitychange'))
  dispatchEvent(new Event('online'))
  fill('weight', '300g')
  await waitFor(priced)
  expect(asked).toEqual([])
})

it('says that a parcel is loading, and what a number may be that the queue does not have', async () => {
  const answered = Promise.withResolvers<Refusal>()
  server.on(listPending, () => answered.promise)
  openPage('/app/mailroom/shipping?code=k-1')
  expect(await screen.findByRole('progressbar', { name: 'Loading K-1' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Parcel K-1' })).toBeVisible()
  withQueue([])
  answered.resolve(new Refusal('try_again'))
  expect(await screen.findByText('K-1 does not wait in the queue')).toBeVisible()
  expect(screen.getByText(/^It is bought or removed/)).toBeVisible()
  expect(screen.queryByRole('progressbar', { name: 'Loading K-1' })).toBeNull()
})

it('asks for a number in place of one that is none, and adds no step to the history of the browser', async () => {
  withQueue([aQueued(1)])
  const user = openPage('/app/mailroom/shipping?code=SW1A')
  const number = await screen.findByRole('textbox', { name: /^Number on the item/ })
  expect(number).toHaveAccessibleName('Number on the item Scan it, or type it: K-2041')
  expect(number).not.toHaveAttribute('aria-invalid')
  const entries = history.length
  await user.type(number, '1')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('region', { name: 'To' })
  expect(location.search).toBe('?code=K-1')
  expect(history).toHaveLength(entries)
})
