import { countAddresses, searchAddresses } from '@postroom/contract/address-book'
import { checkBatch, getBatch, saveBatch, stopBatch, type ShipmentBatch } from '@postroom/contract/shipment-batch'
import { getShipment, shipmentDraftSchema } from '@postroom/contract/shipment'
import { confirmPrint } from '@postroom/contract/shipment-print'
import { searchShipments } from '@postroom/contract/shipment-search'
import type { PrintState } from '@postroom/domain/media/print-state'
import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { aShipment, FROM } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { USER } from '../../testing/a-user.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const ACCOUNT = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'
const PRICE = 190
const FILE = [
  'Recipient,Street,Place,PC,Ref',
  'Osric Fenn,27 Castle Street,Hereford,HR1 2LX,W-1',
  'Perran Trewin,2 Quay Street,Truro,TR1 3,W-2',
  'Ines Calloway,11 Lion Yard,Brecon,LD3 7HL,W-3',
].join('\n')

/** Prices every row; a row to Truro is refused. */
function answerChecks(available = 50_00) {
  return server.on(checkBatch, ({ body: { rows } }) => {
    const checked = rows.map(({ key, shipment }) =>
      shipment.to.city === 'Truro'
        ? { key, error: { code: 'service_not_available' as const, description: 'No.' } }
        : { key, amount: PRICE },
    )
    const amount = checked.reduce((sum, row) => sum + ('amount' in row ? PRICE : 0), 0)
    return { rows: checked, accounts: [{ id: ACCOUNT, amount, available }] }
  })
}

/** No tags, as most tests use a file; a sender from an earlier shipment. */
beforeEach(() => {
  server.on(searchShipments, () => pageOf([aShipment()]))
  server.on(countAddresses, () => ({
    all: 0,
    states: { unchecked: 0, difference: 0, wrong: 0, returned: 0, twice: 0 },
    tags: [],
  }))
})

async function chooseFile(): Promise<UserEvent> {
  const user = openPage('/app/ship-by-address')
  await screen.findByText('Who do you send to?')
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File([FILE], 'winter.csv'))
  await screen.findByText('winter.csv')
  return user
}

/** To the step that shows every price. */
async function check(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: /^Go on with/ }))
  expect(await screen.findByLabelText(/^Weight/)).toHaveFocus()
  await user.keyboard('240')
  await user.click((await screen.findAllByRole('radio', { name: /^2nd Class(?! Signed)/ }))[0]!)
  await user.click(screen.getByRole('button', { name: /^Check/ }))
  await screen.findByRole('button', { name: /^Buy and print \d/ })
  expect(screen.getByText('Check').closest('li')).toHaveFocus()
}

it('recognises the columns, leaves out a row that is wrong until it is corrected, and says which', async () => {
  const user = await chooseFile()
  expect(screen.getByText('3 rows and 5 columns, 5 of them recognised.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Go on with 2/ })).toBeEnabled()
  const card = screen.getByRole('region', { name: '1 row to correct' })
  const postcode = within(card).getByLabelText('Postcode')
  expect(postcode).toHaveAccessibleDescription('This is not a United Kingdom postcode.')
  await user.clear(postcode)
  await user.type(postcode, 'TR1 3QP{Enter}')
  expect(screen.queryByText('1 row to correct')).toBeNull()
  expect(screen.getByRole('button', { name: /^Go on with 3/ })).toBeVisible()
})

it('fills another field from a column', async () => {
  const user = await chooseFile()
  await user.click(screen.getByRole('button', { name: /Recipient/ }))
  await user.click(await screen.findByRole('option', { name: 'Company' }))
  expect(screen.getByRole('button', { name: /^Go on with 2/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Street/ }))
  await user.click(await screen.findByRole('option', { name: 'Not used' }))
  expect(await screen.findByText('3 rows to correct')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Go on with 0/ })).toBeDisabled()
})

it('says why a file cannot be read', async () => {
  const user = openPage('/app/ship-by-address')
  await screen.findByText('Who do you send to?')
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['a\n"b'], 'bad.csv'))
  expect(await screen.findByText(/^Row 2 has a quotation mark/)).toBeVisible()
})

it('buys what was checked, at the price of the check, and shows what became of each row', async () => {
  const asked = answerChecks()
  const saved = server.on(saveBatch, ({ body: { rows }, query }) =>
    batchOf(
      query.batch_id!,
      rows.map(({ key }) => key),
    ),
  )
  server.on(getBatch, ({ params }) => batchOf(params.id, ['row-number-1', 'row-number-2']))
  const user = await chooseFile()
  await check(user)
  const buy = await screen.findByRole('button', { name: 'Buy and print 2 for £3.80' })
  await waitFor(() => expect(buy).toBeEnabled())
  expect(asked[0]?.body.rows.map(({ shipment }) => [shipment.to.name, shipment.references, shipment.service])).toEqual([
    ['Osric Fenn', ['W-1'], '2'],
    ['Ines Calloway', ['W-3'], '2'],
  ])
  await user.click(buy)
  expect(await screen.findByText('Buying and printing: 0 of 2 printed')).toBeVisible()
  expect(saved).toHaveLength(1)
  expect(saved[0]?.body.rows.map(({ shipment }) => shipment.charges?.total_charge)).toEqual([PRICE, PRICE])
  expect(new URLSearchParams(location.search).get('batch')).toBe(saved[0]?.query.batch_id)
})

it('sends the same batch again after a lost answer', async () => {
  answerChecks()
  const saved = server.on(saveBatch, () => UNREACHABLE)
  const user = await chooseFile()
  await check(user)
  const buy = await screen.findByRole('button', { name: /^Buy and print 2/ })
  await waitFor(() => expect(buy).toBeEnabled())
  await user.click(buy)
  await waitFor(() => expect(saved).toHaveLength(1))
  await user.click(buy)
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]).toEqual(saved[0])
})

it('says what is missing in the balance, and buys nothing', async () => {
  answerChecks(1_00)
  const user = await chooseFile()
  await check(user)
  expect(await screen.findByText(/^£2.80 is missing in your balance/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^Buy and print 2/ })).toBeDisabled()
})

it('takes everybody with a tag of the address book', async () => {
  const { id: _id, ...address } = { id: '', ...FROM }
  server.on(countAddresses, () => ({
    all: 2,
    states: { unchecked: 0, difference: 0, wrong: 0, returned: 0, twice: 0 },
    tags: [{ tag: 'Catalogue', count: 2 }],
  }))
  server.on(searchAddresses, ({ query }) => ({
    data: ['1', '2'].map((n) => ({
      ...address,
      id: `0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a0${n}`,
      code: '',
      isResidential: false,
      visibility: 'Public' as const,
      tags: ['Catalogue'],
      correction_status: 'unverified' as const,
      invalid_reason: null,
      suggested: null,
      sent: 0,
      last_sent_at: null,
      is_twice: false,
      addressee: 'an addressee',
    })),
    total: 2,
    start: query.start,
    length: query.length,
  }))
  const user = openPage('/app/ship-by-address')
  const tags = await screen.findByRole('button', { name: /From the address book/ })
  await waitFor(() => expect(tags).toBeEnabled())
  await user.click(tags)
  await user.click(await screen.findByRole('option', { name: 'Catalogue, 2 addresses' }))
  const goOn = await screen.findByRole('button', { name: /^Go on with 2/ })
  expect(goOn).toBeEnabled()
  await waitFor(() => expect(goOn).toHaveFocus())
})

it('offers a Lite user a file only', async () => {
  openPage('/app/ship-by-address', { ...USER, plan: 'lite' })
  expect(await screen.findByText('From a file')).toBeVisible()
  expect(screen.queryByText('From the address book')).toBeNull()
})

it('a page opened again shows the batch, and cancels what is not bought', async () => {
  let batch = batchOf('a-batch-of-yesterday', ['row-number-1', 'row-number-2', 'row-number-3'])
  batch.rows[0] = {
    key: 'row-number-1',
    position: 0,
    state: 'failed',
    error: { code: 'insufficient_funds', description: 'No.' },
  }
  server.on(getBatch, () => batch)
  const stopped = server.on(stopBatch, () => {
    batch = {
      ...batch,
      state: 'done',
      stopped: 2,
      rows: batch.rows.map((row) => ({ ...row, state: row.state === 'waiting' ? 'stopped' : row.state })),
    }
    return batch
  })
  const user = openPage('/app/ship-by-address?batch=a-batch-of-yesterday')
  expect(await screen.findByText(/^Refused · /)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel the 2 to come' }))
  await waitFor(() => expect(stopped).toHaveLength(1))
  expect(await screen.findAllByText('Cancelled')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Cancel the/ })).toBeNull()
})

it('asks once about all labels whose printer reported nothing, and marks them when they came out', async () => {
  const batch = batchOf('a-batch-on-a-raw-queue', ['row-number-1', 'row-number-2', 'row-number-3'])
  const ids = ['1', '2', '3'].map((n) => `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0d0${n}`)
  const states: PrintState[] = ['unknown', 'queued', 'printed']
  server.on(getBatch, () => ({
    ...batch,
    state: 'done' as const,
    done: 3,
    bought: 3,
    rows: batch.rows.map((row, at) => ({
      ...row,
      state: 'bought' as const,
      shipment_id: ids[at]!,
      bought: { amount: PRICE, service: aShipment().service, item_numbers: [], print_state: states[at]! },
    })),
  }))
  const confirmed = server.on(confirmPrint, ({ params: { id } }) => {
    states[ids.indexOf(id)] = 'printed'
    return { id, print_state: 'printed' as const }
  })
  useMovedClock()
  const user = openPage('/app/ship-by-address?batch=a-batch-on-a-raw-queue')
  expect(await screen.findByText(/^Buying and printing: 1 of 3 printed/)).toBeVisible()
  // one of them is still being printed
  expect(screen.queryByText(/come out\?$/)).toBeNull()
  states[1] = 'unknown'
  await pass(6)
  expect(await screen.findByText('Did all 2 labels come out?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'All came out' }))
  expect(await screen.findByText('2 labels are marked as printed.')).toBeVisible()
  expect(confirmed.map(({ params }) => params.id)).toEqual(ids.slice(0, 2))
  await waitFor(() => expect(screen.queryByText(/come out\?$/)).toBeNull())
})

it('a shipment that could not be read is asked for again after five seconds, not at once', async () => {
  const batch = batchOf('a-batch-without-a-network', ['row-number-1'])
  const { amount, service } = aShipment()
  const bought = { amount, service, item_numbers: [], print_state: 'not_printed' as const }
  const rows = [{ ...batch.rows[0]!, state: 'bought' as const, shipment_id: aShipment().id, bought }]
  server.on(getBatch, () => ({ ...batch, state: 'done' as const, done: 1, bought: 1, rows }))
  const read = server.on(getShipment, () => UNREACHABLE)
  useMovedClock()
  openPage('/app/ship-by-address?batch=a-batch-without-a-network')
  await screen.findByText(/^Buying and printing/)
  await waitFor(() => expect(read).toHaveLength(1))
  await pass(2)
  expect(read).toHaveLength(1)
  await pass(4)
  await waitFor(() => expect(read).toHaveLength(2))
})

it('checks the refused rows of a batch again, and buys each under the same key however often that is done', async () => {
  const CHECK = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a02'
  const { to, from, parcels, shipping_date } = aShipment()
  const shipment = shipmentDraftSchema.parse({
    to,
    from,
    parcels,
    shipping_date,
    options: [],
    service: '2',
    by: ACCOUNT,
    charges: { total_charge: 150 },
  })
  const batch: ShipmentBatch = { ...batchOf('a-batch-of-yesterday', [`${CHECK}.4`]), state: 'done', failed: 1, done: 1 }
  batch.rows[0] = {
    ...batch.rows[0]!,
    state: 'failed',
    error: { code: 'price_changed', description: 'No.' },
    shipment,
  }
  server.on(getBatch, () => batch)
  const asked = answerChecks()
  const saved = server.on(saveBatch, ({ query }) => batchOf(query.batch_id!, ['any-row-key']))
  const user = openPage('/app/ship-by-address?batch=a-batch-of-yesterday')
  await user.click(await screen.findByRole('button', { name: 'Check one row again' }))
  const buy = await screen.findByRole('button', { name: 'Buy and print 1 for £1.90' })
  await waitFor(() => expect(buy).toBeEnabled())
  expect(asked[0]?.body.rows.map(({ key, shipment: { charges } }) => [key, charges])).toEqual([
    [`${CHECK}.4.2`, undefined],
  ])
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await user.click(await screen.findByRole('button', { name: 'Check one row again' }))
  const buyAgain = await screen.findByRole('button', { name: 'Buy and print 1 for £1.90' })
  await waitFor(() => expect(buyAgain).toBeEnabled())
  await user.click(buyAgain)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.body.rows.map(({ key, shipment: { to: sentTo } }) => [key, sentTo.name])).toEqual([
    [`${CHECK}.4.2`, to.name],
  ])
})

it('says that a batch could not be loaded', async () => {
  server.on(getBatch, () => new Refusal('not_found'))
  openPage('/app/ship-by-address?batch=a-batch-of-others')
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})

const batchOf = (id: string, keys: readonly string[]): ShipmentBatch => ({
  id,
  state: 'running',
  total: keys.length,
  done: 0,
  bought: 0,
  failed: 0,
  stopped: 0,
  created_by: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a02',
  created_at: '2026-11-22T09:00:00.000Z',
  rows: keys.map((key, position) => ({
    key,
    position,
    state: 'waiting',
    to: { name: `Person ${position + 1}`, company_name: '', city: 'Hereford' },
  })),
})
