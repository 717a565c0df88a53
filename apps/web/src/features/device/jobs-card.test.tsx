import { reprintShipment } from '@postroom/contract/shipment-change'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import type { PrintJob } from '@postroom/contract/device-messages'
import { keepJob } from '../../printing/kept-jobs.ts'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pairDevice, pairTwoDevices, type FakeDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const openJobs = async () => {
  const user = openPage('/app/device-preferences')
  const jobs = within(await screen.findByRole('region', { name: 'Recent jobs' }))
  return { user, jobs }
}
const TITLE = 'Label for Marguerite Llewellyn'
/** Opens the page with one job. */
const openJob = async (change: Partial<PrintJob>) => {
  const device = pairDevice()
  const job = aJob(change)
  device.on('jobs.list', () => ({ jobs: [job] }))
  const { user, jobs } = await openJobs()
  const row = (await jobs.findByText(job.title)).closest('li')!
  return { device, user, jobs, row, inRow: within(row) }
}

it('says that jobs appear with a device manager', async () => {
  const { jobs } = await openJobs()
  expect(await jobs.findByText('Jobs appear when the device manager is connected.')).toBeVisible()
})

it('says while it loads, and when nothing has been printed', async () => {
  const device = pairDevice()
  const { jobs } = await openJobs()
  expect(await jobs.findByText('Nothing has been printed here yet')).toBeVisible()
  expect(jobs.getByText(/Make a test print/)).toBeVisible()
  expect(jobs.queryByRole('list')).toBeNull()
  device.on('jobs.list', () => ({ jobs: [aJob()] }))
  device.report({ type: 'job', job: aJob() })
  expect(await jobs.findByText(TITLE)).toBeVisible()
})

const jobOf = (minute: number, state: PrintJob['state'] = 'printed') =>
  aJob({ job_id: `job-${minute}`, title: `Job ${minute}`, state, created_at: `2026-11-22T09:${minute}:00.000Z` })

it('lists ten jobs: those to check first, then the newest', async () => {
  const device = pairDevice()
  const times = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
  device.on('jobs.list', () => ({
    jobs: [jobOf(20, 'unknown'), ...times.map((at) => jobOf(at)), jobOf(21, 'unknown')],
  }))
  keepJob(localStorage, 'seen', 'job-21')
  const { jobs } = await openJobs()
  await jobs.findByText('Job 20')
  const titles = jobs.getAllByRole('listitem').map((row) => row.querySelector('strong')?.textContent)
  expect(titles).toEqual([
    'Job 20',
    'Job 21',
    ...times
      .slice(2)
      .toReversed()
      .map((at) => `Job ${at}`),
  ])
})

it.each<[PrintJob['state'], string, string[]]>([
  ['queued', 'Waiting', [`Cancel: ${TITLE}`]],
  ['sending', 'Sending', [`Cancel: ${TITLE}`]],
  ['spooled', 'Printing', [`Cancel: ${TITLE}`]],
  ['printed', 'Printed', []],
  ['failed', 'Not printed', [`Print again: ${TITLE}`]],
  ['cancelled', 'Cancelled', [`Print again: ${TITLE}`]],
  ['unknown', 'Check the printer', [`Yes, it came out: ${TITLE}`, `Print again: ${TITLE}`]],
])('shows a job that is %s as %o, with what can be done', async (state, badge, names) => {
  const { row, inRow } = await openJob({ state })
  expect(inRow.getByText(badge)).toBeVisible()
  expect(inRow.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(names)
  expect(inRow.queryAllByText('Reprinting is free.')).toHaveLength(names.some((name) => /again/.test(name)) ? 1 : 0)
  expect(inRow.queryAllByText('Check the printer: did it come out?')).toHaveLength(state === 'unknown' ? 1 : 0)
  expect(inRow.queryAllByRole('progressbar')).toHaveLength(names[0]?.startsWith('Cancel') ? 1 : 0)
  expect(row).toHaveTextContent(/Mailing printer · 22\/11\/2026, \d\d:00/)
})

it('shows how many labels of a job are printed, but not of a single one', async () => {
  const { inRow } = await openJob({ state: 'spooled', labels: 12, printed_labels: 3 })
  const bar = inRow.getByRole('progressbar', { name: 'The printer is working · 3 of 12' })
  expect(bar).toHaveAttribute('aria-valuenow', '25')
})

it.each([
  [{ labels: 2 }, 'The printer is working · 0 of 2', '0'],
  [{ labels: 1 }, 'The printer is working', null],
])('shows the progress of %o as %o', async (counts, name, percent) => {
  const { inRow } = await openJob({ state: 'spooled', ...counts })
  expect(inRow.getByRole('progressbar', { name }).getAttribute('aria-valuenow')).toBe(percent)
})

it.each([
  ['failed', 1],
  ['unknown', 0],
] as const)('gives the reason of a job that is %s: %i times', async (state, times) => {
  const error = { code: 'printer_stopped' as const, description: 'The printer has stopped.' }
  const { inRow } = await openJob({ state, error })
  expect(inRow.queryAllByText(/printer has stopped/i)).toHaveLength(times)
})

it('offers no reprint of a job that belongs to no shipment', async () => {
  const { inRow } = await openJob({ state: 'failed', job_id: 'ruler:1:x' })
  expect(inRow.queryByRole('button')).toBeNull()
})

it('says that a waiting job is held while printing is paused', async () => {
  const { device, inRow } = await openJob({ state: 'queued' })
  expect(inRow.getByText('Waiting for the printer')).toBeVisible()
  device.report({ type: 'paused', paused: true })
  expect(await inRow.findByText('Waiting: printing is paused on that computer')).toBeVisible()
})

it('cancels a job, and keeps the focus in its row', async () => {
  const { device, user, row, inRow } = await openJob({ state: 'queued' })
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancels = device.on('print.cancel', () => ({ job: aJob({ state: 'cancelled' }) }))
  await user.click(inRow.getByRole('button', { name: /^Cancel/ }))
  expect(row).toHaveFocus()
  expect(row).toHaveAttribute('tabindex', '-1')
  expect(inRow.getByRole('progressbar', { name: 'Working' })).toBeVisible()
  await waitFor(() => expect(cancels).toEqual([{ job_id: aJob().job_id }]))
  resolve()
  await promise
})

it('shows a warning when a job cannot be cancelled, and offers it again', async () => {
  const { device, user, inRow } = await openJob({ state: 'queued' })
  device.on('print.cancel', () => 'answer_too_large')
  await user.click(inRow.getByRole('button', { name: /^Cancel/ }))
  expect(await screen.findByText(/Device Error/)).toBeVisible()
  expect(inRow.queryByRole('progressbar', { name: 'Working' })).toBeNull()
})

it('keeps what the user saw about a job, and the focus in its row', async () => {
  const { user, row, inRow } = await openJob({ state: 'unknown' })
  await user.click(inRow.getByRole('button', { name: /^Yes/ }))
  expect(row).toHaveFocus()
  expect(inRow.getByText('Checked')).toBeVisible()
  expect(inRow.queryByRole('button')).toBeNull()
})

const printAgain = async (state: PrintJob['state']) => {
  const opened = await openJob({ state })
  const prints = opened.device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'queued' }) }))
  const calls = server.on(reprintShipment, () => aShipment())
  await opened.user.click(opened.inRow.getByRole('button', { name: /^Print again/ }))
  return { ...opened, prints, calls }
}

it('reprints the document of a job, and asks no more about it once it is printed', async () => {
  const { device, row, inRow, prints, calls } = await printAgain('unknown')
  expect(row).toHaveFocus()
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(calls.map(({ params, body }) => [params.id, body.documents])).toEqual([[aShipment().id, ['label']]])
  expect(inRow.queryByText('Check the printer: did it come out?')).toBeNull()
  expect(inRow.queryByRole('button', { name: /^Print again:/ })).toBeNull()
  device.report({ type: 'job', job: aJob({ job_id: prints[0]!.job_id, state: 'printed' }) })
  expect(await inRow.findByText('The label is printed.')).toBeVisible()
  await waitFor(() => expect(inRow.getByText('Checked')).toBeVisible())
})

it('keeps asking about a job when its reprint was certainly not printed', async () => {
  const opened = await openJob({ state: 'unknown' })
  server.on(reprintShipment, () => new Refusal('document_gone'))
  await opened.user.click(opened.inRow.getByRole('button', { name: /^Print again/ }))
  expect(await opened.inRow.findByText('The label was not printed')).toBeVisible()
  expect(opened.inRow.getByText('Check the printer: did it come out?')).toBeVisible()
  expect(opened.inRow.queryByText('Checked')).toBeNull()
})

const answerJobs = (own: FakeDevice, ids: string[]) =>
  own.on('jobs.list', () => ({ jobs: ids.map((job_id) => aJob({ job_id, title: `Job ${job_id}` })) }))

it('lists only this browser’s jobs of another workstation', async () => {
  const { reception, office } = pairTwoDevices()
  localStorage.setItem('postroom.device', reception.hub.id)
  localStorage.setItem('postroom.device.form', office.hub.id)
  keepJob(localStorage, 'sent', 'ours')
  answerJobs(reception, ['main'])
  answerJobs(office, ['ours', 'theirs'])
  openPage('/app/device-preferences')
  const sent = within(await screen.findByRole('region', { name: 'Sent to Back office from here' }))
  expect(sent.getByRole('heading', { name: 'Sent to Back office from here' })).toBeVisible()
  expect(sent.getAllByRole('listitem').map((row) => row.querySelector('strong')?.textContent)).toEqual(['Job ours'])
  expect(screen.getAllByText('Job main')).toHaveLength(1)
})

it('shows no list for another workstation that has no jobs of this browser', async () => {
  const { reception, office } = pairTwoDevices()
  localStorage.setItem('postroom.device', reception.hub.id)
  localStorage.setItem('postroom.device.form', office.hub.id)
  const asked = office.on('jobs.list', () => ({ jobs: [aJob()] }))
  openPage('/app/device-preferences')
  await screen.findByText('Nothing has been printed here yet')
  await waitFor(() => expect(asked).not.toHaveLength(0))
  expect(screen.queryByText(TITLE)).toBeNull()
  expect(screen.queryByText(/^Sent to/)).toBeNull()
})
