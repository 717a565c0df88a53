import {
  listEnrolmentCodes,
  makeEnrolmentCode,
  removeEnrolmentCode,
  type EnrolmentCode,
} from '@postroom/contract/enrolment'
import { listHubs } from '@postroom/contract/hub'
import { getPermission } from '@postroom/contract/identity'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'

const open = () => openPage('/app/device-preferences')
const region = async (name: string) => within(await screen.findByRole('region', { name }))

it('says after five seconds that a job could not be cancelled, and offers it again', async () => {
  useMovedClock()
  const device = pairDevice()
  device.on('jobs.list', () => ({ jobs: [aJob({ state: 'queued' })] }))
  const user = open()
  const jobs = await region('Recent jobs')
  const cancel = await jobs.findByRole('button', { name: /^Cancel/ })
  device.isThere = false
  await user.click(cancel)
  await pass(4)
  expect(jobs.getByRole('progressbar', { name: 'Working' })).toBeVisible()
  expect(screen.queryByText(/Device Error/)).toBeNull()
  await pass(2)
  expect(await screen.findByText(/Device Error/)).toBeVisible()
  expect(jobs.queryByRole('progressbar', { name: 'Working' })).toBeNull()
})

it('says after five seconds that the jobs could not be loaded', async () => {
  useMovedClock()
  const device = pairDevice()
  device.on('status', () => {
    device.isThere = false
    return { alias: 'Reception PC', version: '1.0.0', printers: [], scales: [], config: {} }
  })
  open()
  const jobs = await region('Recent jobs')
  expect(await jobs.findByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await pass(4)
  expect(jobs.queryByText('This could not be loaded.')).toBeNull()
  await pass(2)
  expect(await jobs.findByText('This could not be loaded.')).toBeVisible()
  expect(screen.queryByText(/Device Error/)).toBeNull()
})

it('says that printing is paused on a computer that is connected', async () => {
  const device = pairDevice()
  open()
  const hubs = await region('Device managers')
  expect(await hubs.findByText('Connected')).toBeVisible()
  expect(hubs.queryByText(/^Printing is paused/)).toBeNull()
  await screen.findByText('Reception PC · 1 printer ready')
  device.report({ type: 'paused', paused: true })
  expect(await hubs.findByText(/^Printing is paused on Reception PC/)).toBeVisible()
  device.isThere = false
  device.connection('reconnecting')
  await waitFor(() => expect(hubs.queryByText(/^Printing is paused/)).toBeNull())
})

const CODE: EnrolmentCode = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c31',
  starts_with: 'K7QM',
  devices: 0,
  devices_max: 1,
  expires_at: '2026-12-04T09:00:00.000Z',
}
const TITLE = 'Install on several computers'
const asManager = () =>
  server.on(getPermission, () => ({ permissions: ['manage_devices'], roles: [], products: [], custom_data: {} }))

it('looks every ten seconds how many computers have paired, and lists them as soon as one has', async () => {
  useMovedClock()
  asManager()
  const { hub } = pairDevice()
  server.on(listHubs, () => pageOf([]))
  let code = CODE
  const asked = server.on(listEnrolmentCodes, () => pageOf([code]))
  open()
  const card = await region(TITLE)
  expect(await card.findByText('0 of 1 computer paired')).toBeVisible()
  expect(asked.map(({ query }) => query)).toMatchObject([{ length: 100 }])
  server.on(listHubs, () => pageOf([hub]))
  code = { ...CODE, devices: 1 }
  await pass(8)
  expect(card.queryByText('1 of 1 computer paired')).toBeNull()
  await pass(3)
  expect(await card.findByText('1 of 1 computer paired')).toBeVisible()
  expect(await screen.findByText('Reception PC', { selector: 'strong' })).toBeVisible()
})

it('does not look again while there is no code', async () => {
  useMovedClock()
  asManager()
  const asked = server.on(listEnrolmentCodes, () => pageOf([]))
  open()
  const card = await region(TITLE)
  await waitFor(() => expect(asked).toHaveLength(1))
  await pass(25)
  expect(asked).toHaveLength(1)
  expect(card.queryByRole('list')).toBeNull()
})

it('loads the codes again after a failure', async () => {
  asManager()
  server.on(listEnrolmentCodes, () => new Refusal('invalid_request'))
  const user = open()
  const card = await region(TITLE)
  expect(await card.findByText('This could not be loaded.')).toBeVisible()
  server.on(listEnrolmentCodes, () => pageOf([CODE]))
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText('K7QM…')).toBeVisible()
  expect(card.queryByText('This could not be loaded.')).toBeNull()
})

it('makes a code for as many days as are typed, at most thirty, or none', async () => {
  asManager()
  server.on(listEnrolmentCodes, () => pageOf([]))
  const made = server.on(makeEnrolmentCode, () => new Promise<never>(() => {}))
  const user = open()
  await user.click(await (await region(TITLE)).findByRole('button', { name: 'Make a code' }))
  const form = within(screen.getByRole('dialog'))
  const [computers, days] = form.getAllByRole<HTMLInputElement>('textbox')
  expect([computers, days].map((input) => [input!.value, input!.maxLength])).toEqual([
    ['10', 3],
    ['7', 3],
  ])
  await user.clear(days!)
  await user.type(days!, '31')
  await user.click(form.getByRole('button', { name: 'Make a code' }))
  expect(days).toHaveAccessibleDescription(/Enter a number from 1 to 30/)
  expect(computers).toBeValid()
  await user.type(days!, '{Backspace}0')
  await user.click(form.getByRole('button', { name: 'Make a code' }))
  await waitFor(() => expect(made.map(({ body }) => body)).toEqual([{ devices_max: 10, days: 30 }]))
  expect(days).toBeValid()
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('asks before a code is withdrawn', async () => {
  asManager()
  server.on(listEnrolmentCodes, () => pageOf([CODE]))
  const removed = server.on(removeEnrolmentCode, ({ params }) => params)
  const user = open()
  await user.click(await (await region(TITLE)).findByRole('button', { name: /^Withdraw/ }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(removed).toEqual([])
})
