import { checkBatch, getBatch, saveBatch, type BatchRow } from '@postroom/contract/shipment-batch'
import { shipmentDraftSchema } from '@postroom/contract/shipment'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { heads, tablesAreWide } from '../../testing/tables.ts'
import { openToast } from '../../ui/toast-queue.ts'

const ACCOUNT = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'
const CHECK = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a02'
const { from, parcels, shipping_date } = aShipment()
/** A refused row of a batch; its price is that of its number in pounds. */
const row = (number: number, name: string, country = 'GB', service = '2'): BatchRow => ({
  key: `${CHECK}.${number}`,
  position: number - 1,
  state: 'failed',
  error: { code: 'price_changed', description: 'x' },
  shipment: shipmentDraftSchema.parse({
    to: { ...aShipment().to, name, country, ...(country !== 'GB' && { postal_code: '75001', city: 'Paris' }) },
    from,
    parcels,
    shipping_date,
    options: [],
    service,
    by: ACCOUNT,
  }),
})

let rows: BatchRow[]
let available: number
let asked: ReturnType<typeof answer>
const answer = () =>
  server.on(checkBatch, ({ body }) => {
    const priced = body.rows.map(({ key, shipment }) =>
      shipment.to.name === 'Wrong'
        ? { key, error: { code: 'service_not_available' as const, description: 'x' } }
        : { key, amount: shipment.service === '1' ? 500 : 100 },
    )
    const amount = priced.reduce((sum, one) => sum + (one.amount ?? 0), 0)
    return { rows: priced, accounts: [{ id: ACCOUNT, amount, available }] }
  })
beforeEach(() => {
  rows = [row(2, 'Ann'), row(3, 'Ben'), row(4, 'Wrong')]
  available = 50_00
  server.on(getBatch, ({ params: { id } }) => ({
    id,
    state: 'done' as const,
    total: rows.length,
    done: rows.length,
    bought: 0,
    failed: rows.length,
    stopped: 0,
    created_by: CHECK,
    created_at: '2026-11-22T09:00:00.000Z',
    rows,
  }))
  asked = answer()
})
async function check() {
  const user = openPage('/app/ship-by-address?batch=the-batch')
  await user.click(await screen.findByRole('button', { name: /^Check .* again$/ }))
  return user
}
async function checked() {
  const user = await check()
  await screen.findAllByRole('rowheader')
  return user
}
const choose = async (user: Awaited<ReturnType<typeof check>>, name: string) =>
  user.click(within(screen.getByRole('row', { name: new RegExp(name) })).getByRole('checkbox'))
const buy = () => screen.getByRole('button', { name: /^Buy and print \d/ })

test.each([
  [1024, [' 75', 'Row 75', 'To 269', 'Service 240', 'State 269', 'Price 96']],
  [719, [' 75', 'Row 75', 'To 237', 'State 236', 'Price 96']],
  [599, [' 75', 'Row 75', 'To 353', 'Price 96']],
])('the check has room for these columns in %i pixels', async (pixels, columns) => {
  tablesAreWide(pixels)
  await checked()
  expect(heads()).toEqual(columns)
})

test.each([
  [720, 'Service'],
  [600, 'State'],
])('the check has room in %i pixels for the column %s', async (pixels, column) => {
  tablesAreWide(pixels)
  await checked()
  expect(screen.getByRole('columnheader', { name: column })).toBeVisible()
})

it('shows a row on two lines on a phone: its service, or why it is refused', async () => {
  tablesAreWide(400)
  await check()
  expect(await screen.findByRole('row', { name: /Ann/ })).toHaveTextContent(/^Ann, Aberystwyth£1\.002nd Class$/)
  expect(screen.getByRole('row', { name: /Wrong/ })).toHaveTextContent(/Wrong, Aberystwyth–This service cannot carry/)
})

it('says that it is checking, and can neither buy nor shows a row meanwhile', async () => {
  server.on(checkBatch, () => new Promise<never>(() => {}))
  await check()
  const button = await screen.findByRole('button', { name: /Checking every price/ })
  expect(button).toHaveAttribute('data-pending')
  expect(button).toBeDisabled()
  expect(screen.queryByRole('rowheader')).toBeNull()
  expect(screen.getByText('Total of 0 items').parentElement).toHaveTextContent('£0.00')
  expect(screen.queryByText(/is missing in your balance/)).toBeNull()
})

it.each([
  [2_00, undefined],
  [1_99, '£0.01 is missing in your balance. Top up, or leave rows out.'],
])('with %i pence says: %s', async (pence, text) => {
  available = pence
  await checked()
  await waitFor(() => expect(buy()).toHaveTextContent('Buy and print 2 for £2.00'))
  expect(screen.queryByText(/is missing in your balance/)?.textContent).toBe(text)
  if (text === undefined) expect(buy()).toBeEnabled()
  else expect(buy()).toBeDisabled()
})

it('buys nothing when every row is refused, and shows no sum', async () => {
  rows = [row(2, 'Wrong')]
  await checked()
  expect(buy()).toBeDisabled()
  expect(screen.queryByText(/×/)).toBeNull()
  expect(screen.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual(['All 1', 'Ready 0', 'Refused 1'])
})

it('offers the services for where the chosen rows go, and none for two places', async () => {
  rows = [row(2, 'Ann'), row(3, 'Ben', 'FR', 'IS')]
  const user = await checked()
  const offered = async () => {
    await user.click(screen.getByRole('button', { name: /^Another service for \d row|Another service for/ }))
    const names = screen.queryAllByRole('option').map(({ textContent }) => textContent)
    await user.keyboard('{Escape}')
    return names
  }
  await choose(user, 'Ben')
  const abroad = await offered()
  expect(abroad).toContain('International Tracked')
  expect(abroad).not.toContain('1st Class')
  await choose(user, 'Ann')
  expect(screen.getByText('Another service for 2 rows')).toBeVisible()
  expect(await offered()).toEqual([])
})

it('keeps the exceptions of rows that were chosen before', async () => {
  const user = await checked()
  for (const [name, service] of [
    ['Ann', '1st Class'],
    ['Ben', 'Tracked 24'],
  ] as const) {
    await choose(user, name)
    await user.click(screen.getByRole('button', { name: /Another service/ }))
    await user.click(await screen.findByRole('option', { name: service }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /Another service/ })).toBeNull())
    await screen.findAllByRole('rowheader')
  }
  const services = ['Ann', 'Ben', 'Wrong'].map(
    (name) => screen.getByRole('row', { name: new RegExp(name) }).querySelectorAll('[role=gridcell]')[2]?.textContent,
  )
  expect(services).toEqual(['1st Class Exception', 'Tracked 24 Exception', '2nd Class '])
  const sums = await screen.findAllByText(/×/)
  expect(sums.map((sum) => sum.parentElement?.textContent)).toEqual(['1 × 1st Class£5.00', '1 × Tracked 24£1.00'])
  expect(asked.at(-1)?.body.rows.map(({ shipment }) => shipment.options.map(({ code }) => code))).toEqual([
    [],
    ['tracked'],
    [],
  ])
})

it('sums the rows of each service', async () => {
  await checked()
  const sums = await screen.findAllByText(/×/)
  expect(sums.map((sum) => sum.parentElement?.textContent)).toEqual(['2 × 2nd Class£2.00'])
})

it('buys once while that is under way, and goes on to the batch, from which going back leads to the one before', async () => {
  const answered = Promise.withResolvers<void>()
  const saved = server.on(saveBatch, async ({ query }) => {
    await answered.promise
    return {
      id: query.batch_id!,
      state: 'running' as const,
      total: 0,
      done: 0,
      bought: 0,
      failed: 0,
      stopped: 0,
      created_by: CHECK,
      created_at: '2026-11-22T09:00:00.000Z',
      rows: [],
    }
  })
  const user = await checked()
  await waitFor(() => expect(buy()).toBeEnabled())
  const entries = history.length
  await user.click(buy())
  await waitFor(() => expect(buy()).toHaveAttribute('data-pending'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  answered.resolve()
  await screen.findByText(/^Buying and printing/)
  expect(saved).toHaveLength(1)
  expect(history).toHaveLength(entries + 1)
  expect(location.search).toBe(`?batch=${saved[0]?.query.batch_id}`)
})

it('says why nothing was bought, and leaves the check open', async () => {
  server.on(saveBatch, () => new Refusal('too_many_batches'))
  const user = await checked()
  await waitFor(() => expect(buy()).toBeEnabled())
  await user.click(buy())
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  await waitFor(() => expect(buy()).not.toHaveAttribute('data-pending'))
})

it('lists the rows without prices when they could not be checked', async () => {
  server.on(checkBatch, () => new Refusal('invalid_request'))
  await check()
  const again = await screen.findByRole('button', { name: 'Try now' })
  expect(again.closest('[role=status]')).not.toHaveTextContent(/from \d/)
  const ann = await screen.findByRole('row', { name: /Ann/ })
  expect([...ann.querySelectorAll('[role=gridcell]')].map(({ textContent }) => textContent)).toEqual([
    '',
    '2',
    '2nd Class ',
    '',
    '–',
  ])
  expect(buy()).toBeDisabled()
})
