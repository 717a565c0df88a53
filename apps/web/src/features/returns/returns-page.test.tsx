import { listColleagues } from '@postroom/contract/identity'
import {
  countReturns,
  exportReturns,
  listReturns,
  prepareAgain,
  recordReturn,
  updateReturn,
  type ReturnedItem,
} from '@postroom/contract/returned-item'
import { claimPending, getPending, releasePending } from '@postroom/contract/shipment-pending'
import { searchShipments, type FoundShipment } from '@postroom/contract/shipment-search'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aReturnOf } from '../../testing/a-return.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const SHIPMENT = aShipment()
const [NUMBER] = SHIPMENT.item_numbers
const RETURN = aReturnOf(SHIPMENT)

let found: FoundShipment[]
let recorded: ReturnedItem[]
beforeEach(() => {
  found = [SHIPMENT]
  recorded = []
  server.on(searchShipments, () => pageOf(found))
  server.on(listReturns, () => pageOf(recorded))
  server.on(countReturns, () => ({ data: [] }))
})

const field = () => screen.findByRole('textbox', { name: /^Scan the label/ })
const scan = async (text: string) => {
  const user = openPage('/app/rts')
  await user.type(await field(), text)
  return user
}
const choose = async (text: string) => {
  const user = await scan(text)
  await screen.findByRole('radio', { name: 'Refused' })
  return user
}

it('records the scanned label with its reason, marks the address, and is ready for the next scan', async () => {
  const asked = server.on(recordReturn, ({ body }) => ({ ...RETURN, reason: body.reason, addresses_marked: 1 }))
  const user = await choose(`${NUMBER!.toLowerCase()}{Enter}`)
  expect(screen.getByText('14 Heol y Gogledd, Aberystwyth, SY23 2HT')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save only' }))
  expect(screen.getByText('Choose a reason.')).toBeVisible()
  expect(asked).toHaveLength(0)
  await user.click(screen.getByRole('radio', { name: 'Address unknown' }))
  expect(screen.getByRole('checkbox', { name: /^Mark this address/ })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Save only' }))
  expect(await screen.findByText('Saved. 1 address is marked as wrong.')).toBeVisible()
  expect(asked.at(-1)?.body).toEqual({
    barcode: NUMBER,
    reason: 'address_unknown',
    action: 'keep',
    notes: '',
    mark_address_invalid: true,
  })
  expect(await field()).toHaveFocus()
  expect(await field()).toHaveValue('')
})

it('marks no address when the address was right', async () => {
  const asked = server.on(recordReturn, () => RETURN)
  const user = await choose('Llewellyn')
  await user.click(screen.getByRole('radio', { name: 'Refused' }))
  expect(screen.queryByRole('checkbox', { name: /^Mark this address/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save only' }))
  await waitFor(() =>
    expect(asked.at(-1)?.body).toMatchObject({ shipment_id: SHIPMENT.id, mark_address_invalid: false }),
  )
})

it('says that an item is recorded already, and changes its reason on request', async () => {
  server.on(recordReturn, () => RETURN)
  const changed = server.on(updateReturn, () => ({ ...RETURN, reason: 'damaged' as const }))
  const user = await choose('Llewellyn')
  await user.click(screen.getByRole('radio', { name: 'Damaged' }))
  await user.click(screen.getByRole('button', { name: 'Save only' }))
  expect(await screen.findByText('It is already recorded: Refused. Nothing was changed.')).toBeVisible()
  expect(changed).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Change it to: Damaged' }))
  expect(await screen.findByText('The record is changed.')).toBeVisible()
  expect(changed.at(-1)?.body).toEqual({ reason: 'damaged', notes: '' })
  expect(screen.queryByText(/already recorded/)).toBeNull()
})

it('takes the reason by key, and never a digit of the scanner', async () => {
  const user = await choose('Llewellyn')
  await user.keyboard('{Alt>}4{/Alt}')
  expect(screen.getByRole('radio', { name: 'Refused' })).toBeChecked()
  await user.type(await field(), '2')
  expect(await field()).toHaveValue('Llewellyn2')
})

it('narrows the list by reason and days in the URL, with a figure for each reason, and saves it', async () => {
  recorded = [RETURN]
  const asked = server.on(listReturns, () => pageOf(recorded))
  server.on(countReturns, () => ({ data: [{ reason: 'refused' as const, items: 7 }] }))
  const saved = server.on(exportReturns, () => new Uint8Array([1]))
  const user = openPage('/app/rts')
  const steps = history.length
  await user.click(await screen.findByRole('radio', { name: /^Refused 7/ }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ state: 'open', reason: 'refused' }))
  expect(location.search).toBe('?reason=refused')
  expect(history).toHaveLength(steps)
  await user.click(await screen.findByRole('button', { name: 'Save 1 as CSV' }))
  await waitFor(() => expect(saved.at(-1)?.query).toMatchObject({ state: 'open', reason: 'refused' }))
})

it('reads the filter of a link, and offers all items when none matches', async () => {
  const asked = server.on(listReturns, () => pageOf([]))
  const user = openPage('/app/rts?reason=damaged&from=2026-11-01&to=2026-02-30')
  expect(await screen.findByText('No item matches')).toBeVisible()
  expect(asked.at(-1)?.query).toMatchObject({ reason: 'damaged', dateFrom: '2026-11-01' })
  const steps = history.length
  await user.click(screen.getByRole('button', { name: 'Remove all filters' }))
  await waitFor(() => expect(location.search).toBe(''))
  expect(history).toHaveLength(steps)
})

it('lets the user choose among several', async () => {
  found = [
    SHIPMENT,
    aShipment({ id: 'c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b02', to: { ...SHIPMENT.to, name: 'Rhian Pugh' } }),
  ]
  const user = await scan('SY23')
  expect(await screen.findByText('2 found')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'This one Rhian Pugh' }))
  expect(await screen.findByText('1 found')).toBeVisible()
  expect(screen.queryByText('Marguerite Llewellyn')).toBeNull()
})

it('says that nothing is found, or that the search failed', async () => {
  found = []
  const user = await scan('zzqx')
  expect(await screen.findByText('0 found')).toBeVisible()
  server.on(searchShipments, () => UNREACHABLE)
  await user.type(await field(), 'y')
  expect(await screen.findByText('This could not be loaded.')).toBeVisible()
})

const inQueue = () => {
  const queued = aQueued(41)
  server.on(getPending, () => queued)
  for (const endpoint of [claimPending, releasePending]) server.on(endpoint, () => queued)
  withQueue([queued])
}

it('sends again with the one prepared shipment, on the page where it is bought', async () => {
  inQueue()
  server.on(recordReturn, ({ body }) => ({ ...RETURN, action: body.action }))
  const prepared = server.on(prepareAgain, () => ({ ...RETURN, pending_id: 'return-key-1' }))
  const user = await choose('Llewellyn')
  await user.click(screen.getByRole('radio', { name: 'Refused' }))
  await user.click(screen.getByRole('button', { name: 'Save and send again' }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/app/mailroom/shipping?code=K-41'))
  expect(prepared).toHaveLength(1)
})

it('leads to the history once it was sent again: it is never bought twice', async () => {
  recorded = [RETURN]
  server.on(prepareAgain, () => ({ ...RETURN, pending_id: 'return-key-1' }))
  server.on(getPending, () => new Refusal('not_found'))
  server.on(listColleagues, () => ({ data: [] }))
  const user = openPage('/app/rts')
  await user.click(await screen.findByRole('button', { name: /^Send again/ }))
  await waitFor(() => expect(location.pathname + location.search).toBe(`/app/history?q=${NUMBER}`))
})

it('lists open items, marks one done and opens it again', async () => {
  recorded = [RETURN]
  const changed = server.on(updateReturn, ({ body }) => ({ ...RETURN, ...(body as { state?: 'open' | 'done' }) }))
  const asked = server.on(listReturns, ({ query }) => pageOf(recorded.map((row) => ({ ...row, state: query.state! }))))
  const user = openPage('/app/rts')
  const row = within((await screen.findByRole('rowheader', { name: /Marguerite/ })).closest<HTMLElement>('[role=row]')!)
  expect(row.getByText('Refused')).toBeVisible()
  await user.click(row.getByRole('button', { name: /^Mark done/ }))
  await waitFor(() => expect(changed.at(-1)?.body).toEqual({ state: 'done' }))
  await user.click(screen.getByRole('radio', { name: 'Done' }))
  await user.click(await screen.findByRole('button', { name: /^Open again/ }))
  await waitFor(() => expect(changed.at(-1)?.body).toEqual({ state: 'open' }))
  expect(asked.at(-1)?.query).toMatchObject({ state: 'done' })
  expect(location.search).toBe('?state=done')
})

it('offers to load the list again after a failure, and says when there is nothing to do', async () => {
  server.on(listReturns, () => UNREACHABLE)
  const user = openPage('/app/rts')
  await screen.findByText('Returned items: the list could not be loaded')
  server.on(listReturns, () => pageOf([]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing to do')).toBeVisible()
})
