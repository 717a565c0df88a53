import { getBatch, stopBatch, type BatchRow, type ShipmentBatch } from '@postroom/contract/shipment-batch'
import { getShipment } from '@postroom/contract/shipment'
import { confirmPrint } from '@postroom/contract/shipment-print'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { aBatch, aBatchRow, idOfRow } from '../../../testing/a-batch.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { heads, tablesAreWide } from '../../../testing/tables.ts'
import { openToast } from '../../../ui/toast-queue.ts'

let rows: BatchRow[]
let state: ShipmentBatch['state']
const batch = () => aBatch(state, rows)
beforeEach(() => {
  state = 'done'
  rows = [aBatchRow(1, 'bought', 'printed'), aBatchRow(2, 'failed')]
  server.on(getBatch, batch)
})
const open = async () => {
  const user = openPage('/app/ship-by-address?batch=the-batch')
  await screen.findByText(/^Buying and printing/)
  return user
}
const cancel = () => screen.getByRole('button', { name: 'Cancel the 2 to come' })
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((one) => [...one.querySelectorAll('[role=gridcell],[role=rowheader]')].map(({ textContent }) => textContent))

test.each([
  [1024, ['Row 75', 'To 261', 'Service 200', 'State 392', 'Price 96']],
  [899, ['Row 75', 'To 291', 'State 437', 'Price 96']],
  [599, ['Row 75', 'To 428', 'Price 96']],
])('a batch has room for these columns in %i pixels', async (pixels, columns) => {
  tablesAreWide(pixels)
  await open()
  await screen.findAllByRole('rowheader')
  expect(heads()).toEqual(columns)
})

test.each([
  [900, 'Service'],
  [600, 'State'],
])('a batch has room in %i pixels for the column %s', async (pixels, column) => {
  tablesAreWide(pixels)
  await open()
  expect(await screen.findByRole('columnheader', { name: column })).toBeVisible()
})

it('shows a row on two lines on a phone', async () => {
  tablesAreWide(400)
  await open()
  expect(await screen.findByRole('row', { name: /Person 1/ })).toHaveTextContent(
    /^Person 1, Hereford£1\.90Printed · ZZ1GB$/,
  )
})

it('writes number, addressee, service, state and price of each row', async () => {
  const several = { ...aBatchRow(3, 'bought', 'printed') }
  rows = [
    aBatchRow(1, 'failed'),
    { ...several, bought: { ...several.bought!, item_numbers: ['A', 'B'] } },
    { ...several, key: 'row-number-5', position: 4, bought: { ...several.bought!, item_numbers: [] } },
    { ...aBatchRow(6, 'bought') },
  ]
  await open()
  await screen.findAllByRole('rowheader')
  expect(cells()).toEqual([
    ['1', 'Person 1, Hereford', '', 'Refused', '–'],
    ['3', 'Person 3, Hereford', '2nd Class', 'Printed · A', '£1.90'],
    ['5', 'Person 3, Hereford', '2nd Class', 'Printed', '£1.90'],
    ['6', 'Person 6, Hereford', '', 'Bought, not printed', '–'],
  ])
  expect(screen.getByText('Spent so far').parentElement).toHaveTextContent('£3.80')
  expect(screen.getByRole('link', { name: 'New mailing' })).toHaveAttribute('href', '/app/ship-by-address')
})

it('has neither rows nor a result to save before the batch is loaded', async () => {
  server.on(getBatch, () => new Promise<never>(() => {}))
  openPage('/app/ship-by-address?batch=the-batch')
  expect(await screen.findByRole('button', { name: 'Result as CSV' })).toBeDisabled()
  expect(screen.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
    'All 0',
    'Printed 0',
    'Not printed 0',
    'Refused 0',
    'To come 0',
  ])
  expect(screen.getByText('Spent so far').parentElement).toHaveTextContent('£0.00')
  expect(screen.queryByText(/^Buying and printing/)).toBeNull()
  expect(screen.queryByText(/Try/)).toBeNull()
})

it('says that a batch was never loaded, not since when its rows are', async () => {
  server.on(getBatch, () => new Refusal('not_found'))
  openPage('/app/ship-by-address?batch=the-batch')
  expect(await screen.findByText('Buy and print: the list could not be loaded')).toBeVisible()
})

it('cancels once, and says when it could not', async () => {
  state = 'running'
  rows = [aBatchRow(1, 'waiting'), aBatchRow(2, 'waiting')]
  const stopped = server.on(stopBatch, () => new Refusal('try_again'))
  const user = await open()
  await user.click(cancel())
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  server.on(stopBatch, () => new Promise<never>(() => {}))
  await user.click(cancel())
  await waitFor(() => expect(cancel()).toHaveAttribute('data-pending'))
  expect(stopped[0]?.params).toEqual({ id: 'the-batch' })
})

it('marks the labels one by one, keeps asking about the rest after a refusal, and reads the batch again', async () => {
  rows = [1, 2, 3].map((number) => aBatchRow(number, 'bought', 'unknown'))
  const asked = server.on(getBatch, batch)
  const confirmed = server.on(confirmPrint, ({ params: { id } }) => {
    if (id === idOfRow(2)) return new Refusal('try_again')
    rows = rows.map((one) => (one.shipment_id === id ? aBatchRow(one.position + 1, 'bought', 'printed') : one))
    return { id, print_state: 'printed' as const }
  })
  const user = await open()
  await screen.findByText('Did all 3 labels come out?')
  expect(screen.getByText(/^The printer did not report/)).toBeVisible()
  expect(screen.getByText(/^If one is missing/)).toBeVisible()
  const before = asked.length
  await user.click(screen.getByRole('button', { name: 'All came out' }))
  expect(await screen.findByText('Did all 2 labels come out?')).toBeVisible()
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  expect(confirmed.map(({ params }) => params.id)).toEqual([idOfRow(1), idOfRow(2)])
  expect(asked.length).toBe(before + 1)
})

it('asks about one label as about one, and once', async () => {
  rows = [aBatchRow(1, 'bought', 'unknown')]
  server.on(confirmPrint, () => new Promise<never>(() => {}))
  const user = await open()
  const yes = await screen.findByRole('button', { name: 'All came out' })
  expect(screen.getByText('Did the label come out?')).toBeVisible()
  await user.click(yes)
  await waitFor(() => expect(yes).toHaveAttribute('data-pending'))
})

it('does not print while the page has no shipment to print', async () => {
  rows = [aBatchRow(1, 'bought', 'printed'), { ...aBatchRow(2, 'bought', 'not_printed'), shipment_id: undefined }]
  const asked = server.on(getShipment, () => new Refusal('not_found'))
  await open()
  await screen.findAllByRole('rowheader')
  expect(asked).toEqual([])
  expect(screen.queryByText(/come out\?$/)).toBeNull()
})

it.each([
  ['running', 'waiting'],
  ['running', 'failed'],
] as const)('offers no second check of a batch that is %s', async (running, first) => {
  state = running
  rows = [aBatchRow(1, first), aBatchRow(2, 'failed')]
  await open()
  expect(screen.queryByRole('button', { name: /^Check .* again$/ })).toBeNull()
})
