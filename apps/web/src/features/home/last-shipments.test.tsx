import { getShipment } from '@postroom/contract/shipment'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { voidShipment } from '@postroom/contract/shipment-void'
import { searchShipments } from '@postroom/contract/shipment-search'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'
import { closePage } from '../../testing/show.tsx'

beforeEach(() => {
  useMovedClock()
  server.on(searchShipments, () => pageOf([aShipment()]))
  server.on(reprintShipment, () => aShipment())
})

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li')!)
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const readyDevice = () => {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'queued' }) }))
  return { device, prints }
}

it('offers to load the shipments again after a failure', async () => {
  server.on(searchShipments, () => new Refusal('invalid_request'))
  const user = openPage('/app/home')
  expect(await screen.findByText('This could not be loaded.')).toBeVisible()
  server.on(searchShipments, () => pageOf([aShipment()]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Marguerite Llewellyn')).toBeVisible()
})
it('says that shipments are loading, then that there are none yet', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const calls = server.on(searchShipments, async () => {
    await promise
    return pageOf([])
  })
  openPage('/app/home')
  const card = await region('Last shipments')
  expect(await card.findByRole('progressbar', { name: 'Loading your shipments' })).toBeVisible()
  expect(card.queryByText('Nothing sent yet')).toBeNull()
  resolve()
  expect(await card.findByText('Nothing sent yet')).toBeVisible()
  expect(card.getByRole('link', { name: 'Send your first item' })).toHaveAttribute('href', '/app/shipping-single')
  expect(card.queryByRole('progressbar')).toBeNull()
  expect(card.queryByRole('list')).toBeNull()
  expect(calls[0]?.query).toMatchObject({ length: 5, orderAsc: 'false' })
})

it('shows of each shipment addressee, place, service, day, state and price, and offers reprints of bought ones', async () => {
  const { to } = aShipment()
  server.on(searchShipments, () =>
    pageOf([
      aShipment({ print_state: 'not_printed', created_at: new Date().toISOString() }),
      aShipment({
        id: crypto.randomUUID(),
        status: 'voided',
        created_at: '2026-11-20T09:00:00.000Z',
        to: { ...to, name: '', company_name: 'Librairie Lefèvre', city: 'Paris', country: 'FR' },
      }),
    ]),
  )
  openPage('/app/home')
  const first = await rowOf('Marguerite Llewellyn')
  expect(first.getByText('Aberystwyth')).toBeVisible()
  expect(first.getByText('2nd Class · ZZ123456785GB')).toBeVisible()
  expect(first.getByText(/^\d\d:\d\d$/)).toBeVisible()
  expect(first.getByText('£0.91')).toBeVisible()
  expect(first.getByText('Bought, not printed')).toBeVisible()
  expect(first.getByRole('link', { name: 'Send again to Marguerite Llewellyn' })).toHaveAttribute(
    'href',
    `/app/shipping-single?again=${aShipment().id}`,
  )
  const second = await rowOf('Librairie Lefèvre')
  expect(second.getByText('Paris, France')).toBeVisible()
  expect(second.getByText('Fri 20 Nov')).toBeVisible()
  expect(second.getByText('Refunded')).toBeVisible()
  expect(second.queryByRole('button')).toBeNull()
  expect(screen.queryByText('Nothing sent yet')).toBeNull()
  // no print has started
  expect(first.queryByRole('progressbar')).toBeNull()
})

const openDocuments = async () => {
  const user = openPage('/app/home')
  await user.click(await screen.findByRole('button', { name: 'Documents for Marguerite Llewellyn' }))
  return user
}

it('prints one document from the menu, which is disabled there while it prints', async () => {
  const { prints } = readyDevice()
  const calls = server.on(reprintShipment, () => aShipment())
  const user = await openDocuments()
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Print: Label',
    'Save the receipt',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Print: Label' }))
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(calls.map(({ body }) => body)).toEqual([{ documents: ['label'] }])
  await user.click(screen.getByRole('button', { name: 'Documents for Marguerite Llewellyn' }))
  expect(screen.getByRole('menuitem', { name: 'Print: Label' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('menuitem', { name: 'Save the receipt' })).not.toHaveAttribute('aria-disabled')
})

const withReceipt = (status: 'ready' | 'pending') =>
  aShipment({
    docs: aShipment().docs.map((row) => ({ ...row, type: 'receipt', status, url: '/assets/receipt.pdf' }) as never),
  })

it('saves the receipt under the tracking number, and releases the file', async () => {
  const saved: string[] = []
  const release = vi.fn<(url: string) => void>()
  URL.createObjectURL = () => 'blob:receipt'
  URL.revokeObjectURL = release
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.href} ${this.download}`)
  })
  server.on(getShipment, () => withReceipt('ready'))
  const user = await openDocuments()
  await user.click(screen.getByRole('menuitem', { name: 'Save the receipt' }))
  await waitFor(() => expect(saved).toEqual(['blob:receipt receipt-ZZ123456785GB.pdf']))
  expect(release).toHaveBeenCalledWith('blob:receipt')
  expect(screen.queryByText('This document could not be loaded.')).toBeNull()
})

it('says once that the receipt could not be loaded', async () => {
  server.on(getShipment, () => new Refusal('not_found'))
  const user = await openDocuments()
  await user.click(screen.getByRole('menuitem', { name: 'Save the receipt' }))
  expect(await screen.findByText('This document could not be loaded.')).toBeVisible()
  expect(screen.queryByText(/Error ID/)).toBeNull()
})

it.each([
  ['not_printed', 'Bought, not printed'],
  ['queued', 'Printing'],
  ['unknown', 'Check the printer'],
  ['printed', 'Printed'],
] as const)('shows of a bought shipment that is %s: %s', async (print_state, word) => {
  server.on(searchShipments, () => pageOf([aShipment({ print_state })]))
  openPage('/app/home')
  expect((await rowOf('Marguerite Llewellyn')).getByText(word)).toBeVisible()
})

it('voids with a reason while it is possible', async () => {
  server.on(searchShipments, () => pageOf([aShipment({ void_until: addDays(ukDateOf(new Date()), -1) })]))
  await openDocuments()
  expect(screen.queryByRole('menuitem', { name: 'Void…' })).toBeNull()
  closePage()
  server.on(searchShipments, () => pageOf([aShipment({ void_until: addDays(ukDateOf(new Date()), 0) })]))
  const voids = server.on(voidShipment, ({ params }) => ({
    id: params.id,
    status: 'voided' as const,
    refund: { amount: 91, status: 'refunded' as const, expected_by: null },
  }))
  const user = await openDocuments()
  await user.click(screen.getByRole('menuitem', { name: 'Void…' }))
  await user.click(await screen.findByRole('radio', { name: 'The address is wrong' }))
  await user.click(screen.getByRole('button', { name: 'Void and refund £0.91' }))
  expect(await screen.findByText('The label is void and the money is refunded.')).toBeVisible()
  expect(voids.map(({ body }) => body)).toEqual([{ cancellation_reason: 'The address is wrong' }])
})
