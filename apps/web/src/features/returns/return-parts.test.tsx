import { listAddresses } from '@postroom/contract/address-book'
import {
  countReturns,
  exportReturns,
  listReturns,
  prepareAgain,
  recordReturn,
  updateReturn,
  type ReturnedItem,
} from '@postroom/contract/returned-item'
import { getPending } from '@postroom/contract/shipment-pending'
import { searchShipments, type FoundShipment } from '@postroom/contract/shipment-search'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aReturnOf } from '../../testing/a-return.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { USER } from '../../testing/a-user.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { savedFiles } from '../../testing/saved-files.ts'

const SHIPMENT = aShipment({ references: ['W-1'], item_numbers: ['ZZ123456785GB', 'ZZ223456785GB'] })
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
const notes = () => screen.getByRole('textbox', { name: 'Note' })
const scan = async (text: string, user = openPage('/app/rts')) => {
  await user.type(await field(), text)
  await screen.findByRole('radio', { name: 'Refused' })
  return user
}
const save = () => screen.getByRole('button', { name: 'Save only' })
const markBox = () => screen.queryByRole('checkbox', { name: /^Mark this address/ })

it('asks once for what was typed, for five shipments and manual ones', async () => {
  const asked = server.on(searchShipments, () => pageOf(found))
  const user = openPage('/app/rts')
  expect(await field()).toHaveFocus()
  expect(await field()).toHaveAttribute('maxlength', '100')
  await user.type(await field(), ' Llewellyn ')
  await screen.findByText('1 found')
  expect(asked.map(({ query }) => query)).toMatchObject([{ text: 'Llewellyn', withManual: 'true', length: 5 }])
  expect(await screen.findByText('ZZ123456785GB, ZZ223456785GB · W-1')).toBeVisible()
  expect(screen.getByRole('link', { name: /^Open the shipment/ })).toHaveAttribute(
    'href',
    `/app/history?shipment=${SHIPMENT.id}`,
  )
  await user.type(await field(), 'x')
  expect(screen.queryByRole('radio', { name: 'Refused' })).toBeNull()
})

it('says when more are found than it counts, names companies, and searches again after a failure', async () => {
  const company = aShipment({ to: { ...SHIPMENT.to, company_name: 'Hafren Books', address1: '' } })
  server.on(searchShipments, () => UNREACHABLE)
  const user = openPage('/app/rts')
  await user.type(await field(), 'SY')
  expect(await screen.findByText('This could not be loaded.')).toBeVisible()
  server.on(searchShipments, () => ({
    ...pageOf<FoundShipment>([company, SHIPMENT]),
    total: 500,
    total_is_minimum: true as const,
  }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('More than 500 found')).toBeVisible()
  expect(screen.getByText('Hafren Books', { selector: 'b' })).toBeVisible()
  expect(screen.getByText('Aberystwyth, SY23 2HT')).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

it.each([
  ['Gone away', true],
  ['Address incomplete', true],
  ['Address unknown', true],
  ['Refused', false],
  ['Not called for', false],
  ['Damaged', false],
  ['Other reason', false],
])('an item with the reason %s had a wrong address: %s', async (reason, isWrong) => {
  const asked = server.on(recordReturn, ({ body }) => ({ ...RETURN, reason: body.reason }))
  const user = await scan('Llewellyn')
  await user.click(screen.getByRole('radio', { name: reason }))
  expect(markBox() !== null).toBe(isWrong)
  await user.click(save())
  await waitFor(() => expect(asked.map(({ body }) => body.mark_address_invalid)).toEqual([isWrong]))
})

it('marks no address on request, nor in the Lite plan; keeps the note, and is empty afterwards', async () => {
  const asked = server.on(recordReturn, ({ body }) => ({ ...RETURN, reason: body.reason, notes: body.notes ?? '' }))
  const user = await scan('Llewellyn')
  expect(notes()).toHaveAttribute('maxlength', '500')
  await user.click(screen.getByRole('radio', { name: 'Gone away' }))
  await user.click(markBox()!)
  await user.type(notes(), ' wet ')
  await user.click(save())
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(asked[0]?.body).toMatchObject({ notes: 'wet', mark_address_invalid: false, action: 'keep' })
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'Refused' })).toBeNull())
  await scan('Llewellyn', user)
  expect(screen.getByRole('radio', { name: 'Gone away' })).not.toBeChecked()
  expect(notes()).toHaveValue('')
  expect(screen.queryByText('Choose a reason.')).toBeNull()
})

it('does not offer to mark an address in the Lite plan, which has no address book', async () => {
  const asked = server.on(recordReturn, ({ body }) => ({ ...RETURN, reason: body.reason }))
  const user = await scan('Llewellyn', openPage('/app/rts', { ...USER, plan: 'lite' }))
  await user.click(screen.getByRole('radio', { name: 'Gone away' }))
  expect(markBox()).toBeNull()
  await user.click(save())
  await waitFor(() => expect(asked.map(({ body }) => body.mark_address_invalid)).toEqual([false]))
})

const alert = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)

it('asks for the reason until one is chosen, by Enter too', async () => {
  const user = await scan('Llewellyn')
  expect(alert()).not.toContain('Choose a reason.')
  await user.type(await field(), '{Enter}')
  expect(alert()).toContain('Choose a reason.')
  await user.keyboard('{Alt>}9{/Alt}')
  expect(screen.getAllByRole('radio', { checked: true }).map(({ textContent }) => textContent)).toEqual(['Open '])
  await user.keyboard('{Alt>}7{/Alt}')
  expect(screen.getByRole('radio', { name: 'Other reason' })).toBeChecked()
  expect(alert()).not.toContain('Choose a reason.')
})

it('keeps everything when it could not be saved, and saves once at a time', async () => {
  const answers: (() => typeof UNREACHABLE | Refusal | Promise<never>)[] = [
    () => new Refusal('try_again'),
    () => new Promise<never>(() => {}),
  ]
  const asked = server.on(recordReturn, () => answers.shift()!())
  const user = await scan('Llewellyn')
  await user.click(screen.getByRole('radio', { name: 'Refused' }))
  await user.click(save())
  expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Refused' })).toBeChecked()
  await user.click(save())
  await waitFor(() => expect(save()).toBeDisabled())
  await user.type(notes(), '{Enter}')
  expect(asked).toHaveLength(2)
  expect(screen.getByRole('button', { name: /^Save and send again/ })).toHaveAttribute('data-pending', 'true')
})

it('says that a note was not changed either, and keeps the notice until it is', async () => {
  server.on(recordReturn, () => ({ ...RETURN, notes: 'dry' }))
  const changed = server.on(updateReturn, () => UNREACHABLE)
  const user = await scan('Llewellyn')
  await user.click(screen.getByRole('radio', { name: 'Refused' }))
  await user.type(notes(), 'wet')
  await user.click(save())
  await user.click(await screen.findByRole('button', { name: 'Change it to: Refused' }))
  await waitFor(() => expect(changed.map(({ body }) => body)).toEqual([{ reason: 'refused', notes: 'wet' }]))
  expect(screen.getByText(/^It is already recorded/)).toBeVisible()
})

it('lists the item that was recorded, and leaves no address as it was', async () => {
  const book = server.on(listAddresses, () => ({ ...pageOf([]), length: 100 }))
  server.on(recordReturn, ({ body }) => {
    recorded = [{ ...RETURN, reason: body.reason }]
    return { ...RETURN, reason: body.reason }
  })
  const user = await scan('Llewellyn')
  expect(screen.getByText('Nothing to do')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Damaged' }))
  await user.click(save())
  expect(await screen.findByText('1 item')).toBeVisible()
  expect(screen.getByRole('rowheader', { name: /^Marguerite/ }).textContent).toBe(
    'Marguerite Llewellyn 14 Heol y Gogledd, Aberystwyth, SY23 2HT',
  )
  expect(book).toEqual([])
})

it('stays on the page when sending again fails otherwise than by being done already', async () => {
  recorded = [RETURN]
  server.on(prepareAgain, () => ({ ...RETURN, pending_id: 'return-key-1' }))
  server.on(getPending, () => new Refusal('try_again'))
  const user = openPage('/app/rts')
  await user.click(await screen.findByRole('button', { name: /^Send again/ }))
  expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
  expect(location.pathname).toBe('/app/rts')
})

it('counts each reason, of which one chosen is shown without any, and saves nothing of an empty list', async () => {
  server.on(countReturns, () => ({
    data: [
      { reason: 'refused' as const, items: 7 },
      { reason: 'damaged' as const, items: 2 },
    ],
  }))
  const user = openPage('/app/rts?reason=other')
  await screen.findByRole('radio', { name: /^Refused/ })
  expect(screen.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
    'Open ',
    'Done ',
    'All reasons 9',
    'Refused 7',
    'Damaged 2',
    'Other reason 0',
  ])
  expect(screen.getByRole('button', { name: 'Save 0 as CSV' })).toBeDisabled()
  expect(await screen.findByText('No item matches')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: /^All reasons/ }))
  await waitFor(() => expect(location.search).toBe(''))
  expect(await screen.findByText('Nothing to do')).toBeVisible()
  expect(screen.queryByText('No item matches')).toBeNull()
})

it('narrows the list to a period, without which the reasons are not counted apart', async () => {
  const counted = server.on(countReturns, () => ({ data: [{ reason: 'refused' as const, items: 7 }] }))
  const user = openPage('/app/rts?reason=refused&state=done')
  expect(await screen.findByText('No item matches')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Date$/ }))
  await user.click(screen.getByRole('option', { name: 'Today' }))
  await waitFor(() => expect(location.search).toMatch(/^\?state=done&reason=refused&from=\d{4}-\d\d-\d\d/))
  await waitFor(() =>
    expect(counted.at(-1)?.query).toMatchObject({ state: 'done', dateFrom: location.search.slice(-10) }),
  )
  expect(counted.at(-1)?.query).not.toHaveProperty('reason')
})

it.each(['from=2026-11-01', 'to=2026-11-30', 'reason=other'])('no item matches %s', async (search) => {
  openPage(`/app/rts?${search}`)
  expect(await screen.findByText('No item matches')).toBeVisible()
})

it('says that nothing is done yet', async () => {
  openPage('/app/rts?state=done')
  expect(await screen.findByText('Nothing done yet')).toBeVisible()
})

it('saves the listed items as a file', async () => {
  recorded = [RETURN]
  server.on(exportReturns, () => new TextEncoder().encode('number'))
  const files = savedFiles()
  const user = openPage('/app/rts')
  await user.click(await screen.findByRole('button', { name: 'Save 1 as CSV' }))
  await waitFor(() => expect(files).toMatchObject([{ name: 'returned-items.csv', type: 'text/csv' }]))
})

it('shows reason, day, number and note of an item', async () => {
  recorded = [{ ...RETURN, notes: 'wet' }]
  openPage('/app/rts')
  const row = (await screen.findByRole('rowheader', { name: /^Marguerite/ })).closest<HTMLElement>('[role=row]')!
  expect(
    within(row)
      .getAllByRole('gridcell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '19 Nov',
    'ZZ123456785GB',
    'Refused',
    'wet',
    'Send again Marguerite LlewellynMark done Marguerite Llewellyn',
  ])
})
