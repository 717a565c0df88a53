import { getShipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { USER } from '../../testing/a-user.ts'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { savedFiles } from '../../testing/saved-files.ts'

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const idOf = (number: number) => `c6c2f3c0-5d0c-4f7e-9a55-0a6f4c6f2b0${number}`

it.each([
  ['  Demo   van User ', ', Demo'],
  ['Demo', ', Demo'],
])('greets ‘%s’ by the first name, with the day', async (fullname, greeted) => {
  openPage('/app/home', { ...USER, fullname })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(new RegExp(`^Good \\w+${greeted}$`))
  expect(screen.getByText(/^Wednesday \d{1,2} [A-Z][a-z]+$/)).toBeVisible()
})

it.each([
  ['', 'Librairie', ['A'], 'Librairie Aberystwyth'],
  ['', '', [], '1 letter Aberystwyth'],
  ['', '', ['A', 'B', 'C'], '3 letters Aberystwyth'],
  ['Rhian', 'Librairie', ['A'], 'Rhian Aberystwyth'],
])('names a shipment to ‘%s’ of ‘%s’ with the items %j: %s', async (name, company_name, item_numbers, text) => {
  const to = { ...aShipment().to, name, company_name }
  server.on(searchShipments, () => pageOf([aShipment({ to, item_numbers })]))
  openPage('/app/home')
  const row = within(await (await region('Last shipments')).findByRole('listitem'))
  expect(row.getByText(/Aberystwyth/).parentElement).toHaveTextContent(new RegExp(`^${text}$`))
})

it('writes no place without a town, and no number without one', async () => {
  const [to, meta_data] = [
    { ...aShipment().to, city: '', country: 'FR' },
    { ...aShipment().meta_data, tracking: '' },
  ]
  server.on(searchShipments, () => pageOf([aShipment({ to, meta_data })]))
  openPage('/app/home')
  expect((await screen.findByText('Marguerite Llewellyn')).parentElement).toHaveTextContent(/^Marguerite Llewellyn$/)
  expect(screen.getByText('2nd Class')).toBeVisible()
})

it('says that the shipments of the address are loading until all are, and loads five at most', async () => {
  const last = Promise.withResolvers<void>()
  const asked = server.on(getShipment, async ({ params: { id } }) => {
    if (id === idOf(5)) await last.promise
    return id === idOf(4) ? new Refusal('not_found') : aShipment({ id, print_state: 'printed' })
  })
  openPage(`/app/home?shipment=${[1, 2, 3, 4, 5, 6].map(idOf).join('+')}`)
  const card = await region('5 shipments')
  expect(card.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await waitFor(() => expect(asked).toHaveLength(5))
  expect(card.queryByText('Marguerite Llewellyn')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  last.resolve()
  expect(await card.findAllByText('Marguerite Llewellyn')).toHaveLength(4)
  expect(card.queryByRole('progressbar', { name: 'Loading' })).toBeNull()
  expect(card.getByText('This could not be loaded.')).toBeVisible()
  expect(card.queryByText(/^The refund was refused/)).toBeNull()
  await waitFor(() => expect(document.activeElement).toContainElement(card.getByRole('button', { name: /^Close/ })))
  expect(document.activeElement).toHaveAttribute('tabindex', '-1')
  expect(asked.map(({ params }) => params.id).toSorted()).toEqual([1, 2, 3, 4, 5].map(idOf))
})

it('shows the refusal that came last', async () => {
  const event = { at: '2026-11-20T12:00:00.000Z', status: 'void_rejected' as const }
  const events = ['It was scanned.', 'It was delivered.'].map((reason) => ({ ...event, reason }))
  server.on(getShipment, () => aShipment({ refund: { amount: 91, status: 'rejected', expected_by: null, events } }))
  openPage(`/app/home?shipment=${idOf(1)}`)
  expect(await screen.findByText('The refund was refused: It was delivered.')).toBeVisible()
})

const saveReceipt = async () => {
  const user = openPage('/app/home')
  await user.click(await screen.findByRole('button', { name: /^Documents for/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Save the receipt' }))
}

it('names a receipt without a tracking number after its shipment', async () => {
  const saved = savedFiles()
  const [label] = aShipment().docs
  const receipt = { ...label, type: 'receipt', status: 'pending', url: '/assets/receipt.pdf' } as never
  const shipment = aShipment({ docs: [receipt], meta_data: { ...aShipment().meta_data, tracking: '' } })
  server.on(searchShipments, () => pageOf([shipment]))
  server.on(getShipment, () => shipment)
  await saveReceipt()
  await waitFor(() => expect(saved).toMatchObject([{ name: `receipt-${aShipment().id}.pdf`, type: 'application/pdf' }]))
})

it('says that a receipt is not there yet', async () => {
  server.on(searchShipments, () => pageOf([aShipment()]))
  server.on(getShipment, () => aShipment({ docs: [] }))
  await saveReceipt()
  expect(await screen.findByText('This document could not be loaded.')).toBeVisible()
})

it('keeps one reprint under way, and lets no document of it be printed beside it', async () => {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'queued' }) }))
  server.on(searchShipments, () => pageOf([aShipment()]))
  server.on(reprintShipment, () => aShipment())
  const user = openPage('/app/home')
  const reprint = await screen.findByRole('button', { name: 'Reprint the shipment to Marguerite Llewellyn' })
  expect(reprint).not.toHaveAttribute('data-pending')
  await screen.findAllByText('Reception PC · 1 printer ready')
  await user.click(reprint)
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(reprint).toHaveAttribute('data-pending')
  await user.click(screen.getByRole('button', { name: /^Documents for/ }))
  expect(screen.getByRole('menuitem', { name: 'Print: Label' })).toHaveAttribute('aria-disabled', 'true')
  device.report({ type: 'job', job: aJob({ job_id: prints[0]!.job_id, state: 'printed' }) })
  await waitFor(() => expect(reprint).not.toHaveAttribute('data-pending'))
  expect(await screen.findByRole('menuitem', { name: 'Print: Label' })).not.toHaveAttribute('aria-disabled')
})
