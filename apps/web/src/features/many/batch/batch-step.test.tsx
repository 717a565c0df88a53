import { getBatch, type BatchRow, type ShipmentBatch } from '@postroom/contract/shipment-batch'
import { getShipment } from '@postroom/contract/shipment'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { aBatch, aBatchRow, idOfRow } from '../../../testing/a-batch.ts'
import { aJob } from '../../../testing/a-job.ts'
import { aShipment } from '../../../testing/a-shipment.ts'
import { pairDevice, type FakeDevice } from '../../../testing/fake-device.ts'
import { server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../../testing/moved-clock.ts'
import { openPage } from '../../../testing/open-page.tsx'

let rows: BatchRow[]
let state: ShipmentBatch['state']
const batch = () => aBatch(state, rows)

let device: FakeDevice
/** The shipments whose labels were sent, in order. */
let printed: string[]
/** What becomes of the label of a shipment. */
let outcome: (id: string) => 'printed' | 'failed' | 'unknown'
beforeEach(() => {
  state = 'done'
  server.on(getBatch, batch)
  server.on(getShipment, ({ params }) =>
    aShipment({
      id: params.id,
      print_state: 'not_printed',
      prints: [{ document: 'label', state: 'not_printed', prints: 0 }],
    }),
  )
  server.on(reprintShipment, ({ params }) => aShipment({ id: params.id }))
  printed = []
  outcome = () => 'printed'
  device = pairDevice()
  device.on('print', ({ job_id }) => {
    const id = job_id.split(':')[0]!
    printed.push(id)
    const end = outcome(id)
    const error = { code: end === 'failed' ? 'media_stuck' : 'print_not_reported', description: '' }
    setTimeout(() =>
      device.report({ type: 'job', job: aJob({ job_id, state: end, ...(end !== 'printed' && { error }) }) }),
    )
    return { job: aJob({ job_id, state: 'queued' }) }
  })
})
const open = async () => {
  const user = openPage('/app/ship-by-address?batch=the-batch')
  await screen.findByText(/^Buying and printing/)
  return user
}

it('shows what became of each row, counts it in the filters, and what was spent', async () => {
  const error = { code: 'insufficient_funds' as const, description: 'x', request_id: crypto.randomUUID() }
  const { to: _erased, ...erased } = aBatchRow(7, 'stopped')
  state = 'running'
  rows = [
    aBatchRow(1, 'waiting'),
    aBatchRow(2, 'buying'),
    aBatchRow(3, 'unknown'),
    aBatchRow(4, 'bought', 'printed'),
    aBatchRow(5, 'bought', 'queued'),
    aBatchRow(6, 'bought', 'unknown'),
    erased,
    { ...aBatchRow(8, 'failed'), error },
  ]
  await open()
  expect(screen.getByText('Buying and printing: 1 of 8 printed')).toBeVisible()
  expect(screen.getByText('3 bought, 1 refused')).toBeVisible()
  expect(screen.getByText(/^You can close this page: buying goes on/)).toBeVisible()
  for (const text of [
    'To come',
    'Buying',
    'Being confirmed',
    'Printed · ZZ4GB',
    'Bought, being printed · ZZ5GB',
    'Bought, check the printer · ZZ6GB',
    'Cancelled',
    'Refused · The balance is too low for this.',
  ])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  const chips = screen.getAllByRole('radio').map((chip) => chip.closest('label')?.textContent ?? chip.textContent)
  expect(chips).toEqual(['All 8', 'Printed 1', 'Not printed 2', 'Refused 2', 'To come 3'])
  expect(screen.getByRole('button', { name: 'Cancel the one to come' })).toBeVisible()
  expect(screen.getByText('Spent so far').parentElement).toHaveTextContent('£5.70')
  expect(screen.queryByRole('button', { name: /^Check .* again$/ })).toBeNull()
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)[7]).toMatch(/^77.*Cancelled–$/)
  expect(printed).toEqual([])
})

it('asks again while something may change, every 1.5 s and then every 5 s, and no more once all is printed', async () => {
  useMovedClock()
  state = 'running'
  rows = [aBatchRow(1, 'waiting')]
  const asked = server.on(getBatch, batch)
  await open()
  expect(asked).toHaveLength(1)
  await pass(1.6)
  expect(asked).toHaveLength(2)
  state = 'done'
  rows = [aBatchRow(1, 'bought', 'queued')]
  await pass(1.6)
  expect(asked).toHaveLength(3)
  await pass(3)
  expect(asked).toHaveLength(3)
  rows = [aBatchRow(1, 'bought', 'printed'), aBatchRow(2, 'failed')]
  await pass(3)
  expect(asked).toHaveLength(4)
  await pass(20)
  expect(asked).toHaveLength(4)
  expect(screen.getByText(/^All rows are decided\./)).toBeVisible()
})

it('prints the labels one after the other, stops at one that does not come out, and goes on when asked', async () => {
  useMovedClock()
  rows = [1, 2, 3].map((number) => aBatchRow(number, 'bought', 'not_printed'))
  outcome = (id) => (id === idOfRow(2) ? 'failed' : 'printed')
  const user = await open()
  expect(await screen.findByText(/^The paper is jammed or used up/)).toBeVisible()
  await pass(2)
  expect(printed).toEqual([idOfRow(1), idOfRow(2)])
  await user.click(screen.getByRole('button', { name: 'Go on with the next label' }))
  await waitFor(() => expect(printed).toEqual([idOfRow(1), idOfRow(2), idOfRow(3)]))
  await waitFor(() => expect(screen.queryByText(/^The paper is jammed/)).toBeNull())
})

it('prints a label again that did not come out, then the next one', async () => {
  rows = [1, 2].map((number) => aBatchRow(number, 'bought', 'not_printed'))
  outcome = () => (printed.length === 1 ? 'failed' : 'printed')
  const user = await open()
  const failure = await screen.findByText(/^The paper is jammed or used up/)
  await user.click(within(failure.closest('section, div')!.parentElement!).getByRole('button', { name: /again/i }))
  await waitFor(() => expect(printed).toEqual([idOfRow(1), idOfRow(1), idOfRow(2)]))
  expect(screen.queryByRole('button', { name: 'Go on with the next label' })).toBeNull()
})

it('a printer that reports nothing does not stop the labels; the page asks about all of them', async () => {
  rows = [1, 2].map((number) => aBatchRow(number, 'bought', 'not_printed'))
  outcome = (id) => {
    rows = rows.map((one) => (one.shipment_id === id ? aBatchRow(one.position + 1, 'bought', 'unknown') : one))
    return 'unknown'
  }
  useMovedClock()
  await open()
  await waitFor(() => expect(printed).toEqual([idOfRow(1), idOfRow(2)]))
  await pass(6)
  expect(await screen.findByText('Did all 2 labels come out?')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Go on with the next label' })).toBeNull()
})

it('saves the result as a file named after the batch', async () => {
  rows = [aBatchRow(1, 'bought', 'printed')]
  const saved: [string, string][] = []
  const made = vi.spyOn(URL, 'createObjectURL')
  const freed = vi.spyOn(URL, 'revokeObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, this.href])
  })
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Result as CSV' }))
  const [file] = made.mock.calls.at(-1) as [Blob]
  expect(saved).toEqual([['the-batch.csv', made.mock.results.at(-1)?.value]])
  expect(file.type).toBe('text/csv')
  expect(await file.text()).toContain('"Person 1"')
  expect(freed).toHaveBeenCalledWith(saved[0]?.[1])
})

it('keeps the rows when the batch cannot be read any more, and reads it when asked', async () => {
  useMovedClock()
  state = 'running'
  rows = [aBatchRow(1, 'waiting')]
  const user = await open()
  server.on(getBatch, () => UNREACHABLE)
  await pass(3)
  expect(await screen.findByText(/^The connection is lost\. These rows are from/)).toBeVisible()
  expect(screen.getByText('Person 1, Hereford')).toBeVisible()
  server.on(getBatch, batch)
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  await waitFor(() => expect(screen.queryByText(/^The connection is lost/)).toBeNull())
})
