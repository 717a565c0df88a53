import { getAttention } from '@postroom/contract/attention'
import { getBalance, listCarrierAccounts } from '@postroom/contract/carrier'
import { listHubs, signDeviceRequest } from '@postroom/contract/hub'
import { getShipment } from '@postroom/contract/shipment'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { voidShipment } from '@postroom/contract/shipment-void'
import { searchShipments } from '@postroom/contract/shipment-search'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { anUnprinted } from '../../testing/an-unprinted.ts'
import { answerAsUsual, pageOf } from '../../testing/answers.ts'
import { CONFIGS, pairDevice, pairTwoDevices, PRINTER } from '../../testing/fake-device.ts'
import { BAD_GATEWAY, Refusal, server } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'
import { closePage } from '../../testing/show.tsx'

afterEach(() => void vi.restoreAllMocks())
beforeEach(() => {
  useMovedClock()
  server.on(searchShipments, () => pageOf([aShipment()]))
  server.on(reprintShipment, () => aShipment())
})

const reprint = async () => {
  const user = openPage('/app/home')
  await user.click(await screen.findByRole('button', { name: /^Reprint/ }))
  return user
}
const readyDevice = () => {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'queued' }) }))
  return { device, prints }
}
/** The one job that was requested. */
const jobOf = (prints: readonly { job_id: string }[]): string => prints.map(({ job_id }) => job_id).join()
const isPrinted = () => screen.queryByText('The label is printed.')

it('shows a label as printed only when the device manager reports it', async () => {
  const { device, prints } = readyDevice()
  await reprint()
  await waitFor(() => expect(prints).toHaveLength(1))
  const job_id = jobOf(prints)
  device.report({ type: 'job', job: aJob({ job_id, state: 'spooled' }) })
  device.report({ type: 'job', job: aJob({ job_id: 'another-job', state: 'printed' }) })
  await pass(1)
  expect(isPrinted()).toBeNull()
  device.report({ type: 'job', job: aJob({ job_id, state: 'printed' }) })
  await waitFor(() => expect(isPrinted()).toBeVisible())
})

it('polls the device manager when its report is lost', async () => {
  const { device, prints } = readyDevice()
  device.on('jobs.list', () => ({ jobs: prints.map(({ job_id }) => aJob({ job_id, state: 'printed' })) }))
  await reprint()
  await waitFor(() => expect(prints).toHaveLength(1))
  await pass(4)
  await waitFor(() => expect(isPrinted()).toBeVisible())
})

it('shows that nothing was printed if the device manager never accepted the request', async () => {
  const { device, prints } = readyDevice()
  const user = await openReady()
  device.isThere = false
  await user.click(screen.getByRole('button', { name: /^Reprint/ }))
  await pass(16)
  device.isThere = true
  await pass(10)
  expect(await screen.findByText('The label was not printed')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'The label came out' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Print again' }))
  await waitFor(() => expect(prints).toHaveLength(1))
})

const openReady = async () => {
  const user = openPage('/app/home')
  await screen.findAllByText('Reception PC · 1 printer ready')
  await screen.findByRole('button', { name: /^Reprint/ })
  return user
}

it('waits for a device manager that is still connecting, then prints', async () => {
  const { device, prints } = readyDevice()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listHubs, async () => {
    await promise
    return pageOf([device.hub])
  })
  await reprint()
  await pass(1)
  expect(screen.getByText('Printing…')).toBeVisible()
  expect(prints).toEqual([])
  resolve()
  await waitFor(() => expect(prints).toHaveLength(1))
})

it.each([
  ['a server that cannot be reached', BAD_GATEWAY, /The server cannot be reached/],
  ['a label that is gone', new Refusal('document_gone'), /label/],
] as const)('reports %s, and prints nothing', async (_what, answer, words) => {
  const { prints } = readyDevice()
  server.on(reprintShipment, () => answer)
  await reprint()
  expect(await screen.findByText('The label was not printed')).toBeVisible()
  expect(screen.getAllByText(words)).not.toHaveLength(0)
  expect(prints).toEqual([])
})

it('does not claim that nothing was printed if another job may have printed it', async () => {
  readyDevice()
  await openReady()
  server.on(signDeviceRequest, () => new Refusal('print_claimed'))
  screen.getByRole('button', { name: /^Reprint/ }).click()
  expect(await screen.findByRole('button', { name: /came out|is there/i })).toBeVisible()
  expect(screen.queryByText('The label was not printed')).toBeNull()
})

it('opens the sign-in page when the session has expired, and returns afterwards', async () => {
  readyDevice()
  server.on(reprintShipment, () => new Refusal('session_expired'))
  await reprint()
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(location.search).toBe('?returnUrl=%2Fapp%2Fhome&reason=elsewhere')
})

it('stops polling a job when the page is closed or the job has ended', async () => {
  const { device, prints } = readyDevice()
  const asked = device.on('jobs.list', () => ({ jobs: [] }))
  await reprint()
  await waitFor(() => expect(prints).toHaveLength(1))
  const job_id = jobOf(prints)
  device.report({ type: 'job', job: aJob({ job_id, state: 'printed' }) })
  await waitFor(() => expect(isPrinted()).toBeVisible())
  const before = asked.length
  await pass(60)
  expect(asked).toHaveLength(before)
  closePage()
  expect(device.listeners).toBe(0)
})

it('offers to load the shipments again after a failure', async () => {
  server.on(searchShipments, () => new Refusal('invalid_request'))
  const user = openPage('/app/home')
  expect(await screen.findByText('This could not be loaded.')).toBeVisible()
  server.on(searchShipments, () => pageOf([aShipment()]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Marguerite Llewellyn')).toBeVisible()
})

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li')!)

it('greets the user, and starts with each format', async () => {
  openPage('/app/home')
  expect(await screen.findByRole('heading', { level: 1, name: /, Demo$/ })).toBeVisible()
  expect(document.title).toBe('Home – Postroom')
  const formats = (await region('What are you sending?')).getAllByRole('link')
  expect(formats.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Letterto 100 g', '/app/shipping-single?packaging=letter'],
    ['Large letterto 750 g', '/app/shipping-single?packaging=large_letter'],
    ['Small parcelto 2 kg', '/app/shipping-single?packaging=small_parcel'],
    ['Medium parcelto 20 kg', '/app/shipping-single?packaging=medium_parcel'],
    ['Tubeto 20 kg', '/app/shipping-single?packaging=tube'],
  ])
})

const ACCOUNT = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'
const balance = (held: number) => ({
  account_id: ACCOUNT,
  currency: 'GBP' as const,
  balance: 50_00,
  posted: 50_00 + held,
  held,
})

it('shows the balance with its account, and an amount on hold only while there is one', async () => {
  openPage('/app/home')
  const card = await region('Balance')
  expect(await card.findByText('£50.00')).toBeVisible()
  expect(card.getByText('Office')).toBeVisible()
  expect(card.queryByText(/on hold/)).toBeNull()
  expect(card.queryByRole('progressbar')).toBeNull()
  expect(card.queryByText('No prepaid account yet')).toBeNull()
  expect(card.queryByText('This could not be loaded.')).toBeNull()
})

it('shows the smallest amount on hold', async () => {
  server.on(getBalance, () => balance(1))
  openPage('/app/home')
  expect(await (await region('Balance')).findByText('£0.01 on hold while we confirm a purchase')).toBeVisible()
})

it('says that there is no account only once the accounts are known', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listCarrierAccounts, async () => {
    await promise
    return pageOf([])
  })
  openPage('/app/home')
  const card = await region('Balance')
  expect(await card.findByRole('progressbar')).toBeVisible()
  expect(card.queryByText('No prepaid account yet')).toBeNull()
  resolve()
  expect(await card.findByText('No prepaid account yet')).toBeVisible()
  expect(card.queryByRole('progressbar')).toBeNull()
})

it.each([
  ['the accounts', listCarrierAccounts],
  ['the balance', getBalance],
] as const)('offers to load %s again after a failure', async (_what, endpoint) => {
  server.on(endpoint, () => new Refusal('invalid_request'))
  const user = openPage('/app/home')
  const card = await region('Balance')
  await card.findByText('This could not be loaded.')
  expect(card.queryByText('No prepaid account yet')).toBeNull()
  expect(card.queryByRole('progressbar')).toBeNull()
  answerAsUsual()
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText('£50.00')).toBeVisible()
  expect(card.queryByText('This could not be loaded.')).toBeNull()
})

it('shows the printers with what is loaded, and how to pair a device manager while there is none', async () => {
  openPage('/app/home')
  const card = await region('Printing')
  expect(await card.findByText('No device manager paired')).toBeVisible()
  expect(card.getByText(/Pair the device manager/)).toBeVisible()
  expect(card.getByRole('link', { name: 'Set up printers' })).toHaveAttribute('href', '/app/device-preferences')
  closePage()
  const { reception, office } = pairTwoDevices()
  const roll = { name: 'DK-11247', width_mm: 103.6, height_mm: 164.3 }
  reception.on('status', () => ({
    alias: '',
    version: '1',
    printers: [
      { ...PRINTER, media_ready: [roll, roll] },
      { ...PRINTER, id: 'second', name: 'Second printer' },
    ],
    scales: [],
    config: CONFIGS,
  }))
  office.isThere = false
  localStorage.setItem('postroom.device', reception.hub.id)
  localStorage.setItem('postroom.device.form', office.hub.id)
  queryClient.clear()
  openPage('/app/home')
  const again = await region('Printing')
  expect(await again.findByText('Reception PC · 2 printers ready')).toBeVisible()
  expect(again.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Virtual printer · DK-11247, 104 × 164 mm',
    'Second printer',
  ])
  expect(again.queryByText(/Pair the device manager/)).toBeNull()
  await pass(6)
  expect(await again.findByText(/^At Back office: Device manager not connected · retry in/)).toBeVisible()
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
  expect(first.getByText('Aberystwyth · 2nd Class · ZZ123456785GB')).toBeVisible()
  expect(first.getByText(/^\d\d:\d\d$/)).toBeVisible()
  expect(first.getByText('£0.91')).toBeVisible()
  expect(first.getByText('Bought, not printed')).toBeVisible()
  expect(first.getByRole('link', { name: 'Send again to Marguerite Llewellyn' })).toHaveAttribute(
    'href',
    `/app/shipping-single?again=${aShipment().id}`,
  )
  const second = await rowOf('Librairie Lefèvre')
  expect(second.getByText('Paris, France · 2nd Class · ZZ123456785GB')).toBeVisible()
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

it('shows what needs attention first, and no card when nothing does', async () => {
  openPage('/app/home')
  await rowOf('Marguerite Llewellyn')
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull()
  closePage()
  const row = { ...anUnprinted(), reason: 'It was scanned.' }
  server.on(getAttention, () => ({
    not_printed: { total: 1, rows: [anUnprinted()], batches: [] },
    in_progress: 0,
    on_hold: { total: 1, amount: 1145, rows: [row] },
    refused_refunds: { total: 1, rows: [row] },
    low_balances: [{ account_id: ACCOUNT, name: 'Office', balance: 1820, low_balance: 2000 }],
    mailroom: { total: 3, oldest: '2026-11-22T09:04:00.000Z' },
  }))
  openPage('/app/home')
  const card = await region('Needs attention')
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^One label was bought and not printed2nd Class to Marguerite Llewellyn, £0.91/),
    '1 purchase is being confirmed2nd Class to Marguerite Llewellyn, £11.45 on hold since 09:00. Nothing is bought twice.',
    '1 refund was refused2nd Class to Marguerite Llewellyn, £0.91: It was scanned.',
    '£18.20 is left to spendThe account Office is below £20.00.',
    '3 parcels wait in the mailroomThe oldest since 09:04.',
  ])
  // the notice of other pages is not here
  expect(screen.getAllByText('One label was bought and not printed')).toHaveLength(1)
})
