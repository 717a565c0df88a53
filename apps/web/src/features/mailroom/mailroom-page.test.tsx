import { getShipment, processShipment } from '@postroom/contract/shipment'
import { getBatch, listBatches } from '@postroom/contract/shipment-batch'
import { claimPending, getPending, releasePending, updatePending } from '@postroom/contract/shipment-pending'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const DEV = { id: 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b99', fullname: 'Dev Patel', until: '2999-01-01T00:00:00.000Z' }

let claims: ReturnType<typeof server.on<typeof claimPending>>
beforeEach(() => {
  server.on(listBatches, () => pageOf([]))
  server.on(getShipment, ({ params }) => aShipment({ id: params.id }))
  server.on(listCostCenters, () => pageOf([]))
  server.on(getPending, ({ params }) => aQueued(Number(params.pending_id.split('-')[1])))
  claims = server.on(claimPending, () => aQueued(1))
  server.on(releasePending, () => aQueued(1))
  server.on(updatePending, () => aQueued(1))
  const device = pairDevice()
  device.on('print', ({ job_id }) => {
    setTimeout(() => device.report({ type: 'job', job: aJob({ job_id, state: 'printed' }) }))
    return { job: aJob({ job_id, state: 'queued' }) }
  })
})

const buyAll = (queue: { sold: string[] }) =>
  server.on(processShipment, ({ query: { pending_id = '' } }) => {
    queue.sold.push(pending_id)
    return aShipment({ id: crypto.randomUUID(), service: '2' })
  })
const row = (code: string) => within(screen.getByText(code, { exact: true, ignore: '.visually-hidden' }).closest('tr')!)
const active = () => document.querySelector<HTMLElement>('tr[aria-current]')?.textContent ?? ''
const open = async () => {
  const user = openPage('/app/mailroom')
  await screen.findByText('K-1')
  await screen.findByText('Virtual printer')
  return user
}
const scanField = () => screen.getByRole('textbox', { name: /^Scan/ })

it('weight and Enter buy and print the row, and go to the next one; the key of the purchase is the id of the row', async () => {
  const queue = withQueue([aQueued(1), aQueued(2)])
  const bought = buyAll(queue)
  const user = await open()
  expect(active()).toContain('K-1')
  expect(scanField()).toHaveFocus()
  await user.keyboard('{Alt>}w{/Alt}')
  await user.keyboard('620{Enter}')
  expect(scanField()).toHaveFocus()
  await screen.findByText('£3.95')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(active()).toContain('K-2'))
  await waitFor(() => expect(row('K-1').getByText('Printed')).toBeVisible())
  expect(bought.map(({ query, body }) => [query.pending_id, body.parcels[0]?.weight, body.charges])).toEqual([
    ['pending-1', { value: 620, units: 'G' }, { total_charge: 395 }],
  ])
  expect(localStorage.getItem(`postroom.mailroom.1b4e28ba-2fa1-41d2-883f-0016d3cca427`)).toBeNull()
})

it('narrows the queue to the rows of one cost centre, once there is one', async () => {
  const id = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c03'
  server.on(listCostCenters, () => pageOf([{ id, code: 'OFF', name: 'Office', is_active: true, version: 'o1' }]))
  const { shipment } = aQueued(2)
  withQueue([aQueued(1), aQueued(2, { shipment: { ...shipment, costcenter: [{ id }] } })])
  const user = await open()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Cost centre' }), 'Office')
  expect(screen.queryByText('K-1')).toBeNull()
  expect(screen.getByText('K-2')).toBeVisible()
})

it('asks for no cost centre where there is none', async () => {
  withQueue([aQueued(1)])
  await open()
  expect(screen.queryByRole('combobox', { name: 'Cost centre' })).toBeNull()
})

it('Enter without a weight buys nothing, and leads to the weight', async () => {
  const bought = buyAll(withQueue([aQueued(1)]))
  const user = await open()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('textbox', { name: /^Weight/ })).toHaveFocus()
  expect(screen.getByText('K-1: put it on the scale, or type its weight.')).toBeVisible()
  expect(bought).toEqual([])
})

it('a scan jumps to its row and claims it; arrows move; Escape leaves the rows', async () => {
  withQueue([aQueued(1), aQueued(2), aQueued(3)])
  const user = await open()
  await user.keyboard('k-3{Enter}')
  await waitFor(() => expect(active()).toContain('K-3'))
  await waitFor(() => expect(claims.map(({ params }) => params.pending_id)).toEqual(['pending-3']))
  await user.keyboard('{ArrowUp}')
  expect(active()).toContain('K-2')
  await user.keyboard('{Escape}')
  expect(active()).toBe('')
})

it('a text that matches several rows narrows the table and chooses none of them', async () => {
  withQueue([aQueued(1), aQueued(2), aQueued(11)])
  const user = await open()
  await user.keyboard('person{Enter}')
  expect(await screen.findByText(/^3 rows match ‘person’/)).toBeVisible()
  expect(active()).toContain('K-1')
  await user.keyboard(' 11')
  await waitFor(() => expect(screen.queryByText('K-2')).toBeNull())
})

it('a row of a colleague shows it, has no box, and a scan of it does not choose it', async () => {
  withQueue([aQueued(1), aQueued(2, { claimed_by: DEV }), aQueued(3)])
  const user = await open()
  expect(row('K-2').getByText('With Dev P.')).toBeVisible()
  expect(row('K-2').queryByRole('checkbox')).toBeNull()
  await user.keyboard('K-2{Enter}')
  expect(await screen.findByText('Dev Patel is working on K-2.')).toBeVisible()
  await user.keyboard('{ArrowDown}')
  expect(active()).toContain('K-3')
})

it('a claim that has ended shows the row as open again', async () => {
  withQueue([aQueued(1, { claimed_by: { ...DEV, until: '2020-01-01T00:00:00.000Z' } })])
  await open()
  expect(active()).toContain('K-1')
})

it('a refused purchase gives its reason in the row, which can be bought again', async () => {
  const queue = withQueue([aQueued(1), aQueued(2)])
  server.on(processShipment, () => new Refusal('insufficient_funds'))
  const user = await open()
  await user.keyboard('{Alt>}w{/Alt}')
  await user.keyboard('500{Enter}{Enter}')
  await waitFor(() => expect(row('K-1').getByText('Not bought')).toBeVisible())
  expect(row('K-1').getByText(/balance|funds|money/i)).toBeVisible()
  buyAll(queue)
  await user.keyboard('K-1{Enter}')
  await user.keyboard('{Alt>}w{/Alt}')
  await user.keyboard('500{Enter}{Enter}')
  await waitFor(() => expect(row('K-1').getByText('Printed')).toBeVisible())
})

it('without a connection rows wait as not bought, and are bought once each, in their order, when it returns', async () => {
  const queue = withQueue([aQueued(1), aQueued(2), aQueued(3)])
  const user = await open()
  const bought = buyAll(queue)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  for (const weight of ['100', '200']) {
    await user.keyboard('{Alt>}w{/Alt}')
    await user.keyboard(`${weight}{Enter}{Enter}`)
  }
  expect(await screen.findByText('2 items not bought')).toBeVisible()
  expect(screen.getAllByText(/^K-\d, [12]00 g$/).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('K-1, 100 g'),
    expect.stringContaining('K-2, 200 g'),
  ])
  expect(bought).toEqual([])
  onLine.mockRestore()
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(row('K-2').getByText('Printed')).toBeVisible())
  expect(bought.map(({ query }) => query.pending_id)).toEqual(['pending-1', 'pending-2'])
  expect(screen.queryByText(/not bought$/)).toBeNull()
})

const ORDERS = 'postroom.mailroom.1b4e28ba-2fa1-41d2-883f-0016d3cca427'
const DAY_MS = 24 * 60 * 60 * 1000

it('an item weighed offline more than a day ago is not bought by itself; the row says why', async () => {
  const order = { code: 'K-1', pending_id: 'pending-1', grams: 300, service: '2', sent: false }
  localStorage.setItem(ORDERS, JSON.stringify([{ ...order, at: Date.now() - DAY_MS - 60_000 }]))
  const bought = buyAll(withQueue([aQueued(1), aQueued(2)]))
  await open()
  expect(await row('K-1').findByText(/^Weighed on .* without a connection/)).toBeVisible()
  expect(row('K-1').getByText('Not bought')).toBeVisible()
  expect(bought).toEqual([])
  expect(localStorage.getItem(ORDERS)).toBeNull()
})

it('a row bought before the tab was closed offers its label when the page is opened again', async () => {
  const id = crypto.randomUUID()
  const order = { code: 'K-7', pending_id: 'pending-7', grams: 300, at: Date.now(), sent: true, shipment_id: id }
  localStorage.setItem(ORDERS, JSON.stringify([order]))
  server.on(getShipment, () => aShipment({ id, print_state: 'not_printed' }))
  withQueue([aQueued(1)])
  const user = await open()
  await waitFor(() => expect(row('K-7').getByText('Not printed')).toBeVisible())
  await user.click(row('K-7').getByRole('button', { name: 'Print now: K-7' }))
  await waitFor(() => expect(row('K-7').getByText('Printed')).toBeVisible())
  expect(localStorage.getItem(ORDERS)).toBeNull()
})

const soldRow = (position: number, print_state: 'printed' | 'not_printed') => ({
  key: `pending-${position + 8}`,
  position,
  state: 'bought' as const,
  shipment_id: `0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a0${position}`,
  bought: { amount: 395, item_numbers: [`ZZ00000000${position}GB`], service: '2' as const, print_state },
})

it('a batch that an earlier page started shows what is printed, and prints the rest here when asked', async () => {
  const id = 'batch-of-an-earlier-page'
  const progress = { id, state: 'done' as const, total: 2, done: 2, bought: 2, failed: 0, stopped: 0 }
  const mine = {
    ...progress,
    created_by: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
    created_at: '2026-11-22T09:00:00.000Z',
  }
  server.on(listBatches, () => pageOf([mine]))
  server.on(getBatch, () => ({ ...mine, rows: [soldRow(0, 'printed'), soldRow(1, 'not_printed')] }))
  server.on(getShipment, ({ params }) =>
    aShipment({ id: params.id, print_state: params.id.endsWith('0') ? 'printed' : 'not_printed' }),
  )
  withQueue([aQueued(1)])
  const user = await open()
  expect(await screen.findByText('Batch of 2: 1 printed')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Print its labels here' }))
  expect(await screen.findByText('Batch of 2: 2 printed')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Print its labels here' })).toBeNull()
})

it('a row with a problem leads to its page, and so does Alt O', async () => {
  withQueue([aQueued(1), aQueued(2, { state: 'problem', problem: 'The postcode is not complete' })])
  const user = await open()
  expect(row('K-2').getByRole('link', { name: 'Correct it K-2' })).toHaveAttribute(
    'href',
    '/app/mailroom/shipping?code=K-2',
  )
  await user.keyboard('{Alt>}o{/Alt}')
  expect(await screen.findByRole('heading', { name: 'Parcel K-1' })).toBeVisible()
})

it('Alt and a digit choose a service from the list, Alt X selects the row, and Alt P reports a problem', async () => {
  withQueue([aQueued(1), aQueued(2)])
  const changes = server.on(updatePending, () => aQueued(1, { problem: 'x', state: 'problem' }))
  const user = await open()
  await user.keyboard('{Alt>}w{/Alt}')
  await user.keyboard('620{Enter}')
  await screen.findByText('£3.95')
  await user.keyboard('{Alt>}1{/Alt}')
  const service = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Service/ })
  await waitFor(() => expect(service.selectedOptions[0]?.textContent).toMatch(/^1\. /))
  await user.keyboard('{Alt>}x{/Alt}')
  expect(screen.getByRole('button', { name: 'Buy and print 1' })).toBeVisible()
  await user.keyboard('{Alt>}p{/Alt}')
  await user.click(await screen.findByRole('radio', { name: 'The address is wrong or not complete' }))
  await user.click(screen.getByRole('button', { name: 'Report the problem' }))
  await waitFor(() =>
    expect(changes.map(({ body }) => [body.problem, body.version])).toEqual([
      ['The address is wrong or not complete', 1],
    ]),
  )
})

it('says that nothing waits, and that the queue could not be loaded', async () => {
  withQueue([])
  openPage('/app/mailroom')
  expect(await screen.findByText('Nothing waits in the queue')).toBeVisible()
})
