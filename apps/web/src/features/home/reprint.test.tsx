import { listHubs, signDeviceRequest } from '@postroom/contract/hub'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { BAD_GATEWAY, Refusal, server } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'
import { closePage } from '../../testing/show.tsx'

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
