import { listHubs, pairHub, unpairHub } from '@postroom/contract/hub'
import { getShipment, processShipment } from '@postroom/contract/shipment'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { CONFIGS, pairDevice, pairTwoDevices, PRINTER } from '../../testing/fake-device.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'
import { closePage } from '../../testing/show.tsx'
import { aJob } from '../../testing/a-job.ts'

const open = () => openPage('/app/device-preferences')
/** The top bar: the first of several headers, since cards have headers too. */
function banner() {
  const [bar] = screen.getAllByRole('banner')
  if (!bar) throw new Error('The page has no bar')
  return within(bar)
}
const pair = async (code = 'XXXX-XXXX') => {
  const user = open()
  await user.type(await screen.findByLabelText(/^Code/), code)
  await user.type(screen.getByLabelText('Name', { exact: true }), 'Reception PC')
  await user.click(screen.getByRole('button', { name: 'Pair' }))
  return user
}

it('shows a refused pairing code at its field', async () => {
  server.on(pairHub, () => new Refusal('pairing_code_invalid'))
  await pair()
  await waitFor(() =>
    expect(screen.getByLabelText(/^Code/)).toHaveAccessibleDescription(/No device manager shows this code now/),
  )
  expect(screen.getByLabelText(/^Code/)).toHaveFocus()
  expect(screen.queryByText(/Device Error/)).toBeNull()
})

it.each([
  ['a refusal', new Refusal('too_many_requests'), /Device Error.*Too many attempts/i],
  ['silence', UNREACHABLE, /Device Error.*server cannot be reached/i],
] as const)('shows a warning for %s when pairing fails (spec §8)', async (_what, answer, words) => {
  server.on(pairHub, () => answer)
  await pair()
  expect(await screen.findByText(words)).toBeVisible()
})

it.each([
  ['a refusal', new Refusal('internal_error')],
  ['silence', UNREACHABLE],
] as const)('shows a warning for %s when unpairing fails, and keeps the device manager', async (_what, answer) => {
  pairDevice()
  server.on(unpairHub, () => answer)
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^Unpair/ }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /^Unpair/ }))
  expect(await screen.findByText(/Device Error/)).toBeVisible()
  expect(screen.getByText('Reception PC', { selector: 'strong' })).toBeVisible()
})

it.each([
  ['Escape', (): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })],
  ['Cancel', (): void => void fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
])('%s closes the dialog without unpairing, and returns the focus', async (_way, close) => {
  pairDevice()
  const calls = server.on(unpairHub, ({ params }) => params)
  const user = open()
  const unpair = await screen.findByRole('button', { name: /^Unpair/ })
  await user.click(unpair)
  await screen.findByRole('alertdialog')
  close()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(unpair).toHaveFocus())
  expect(calls).toEqual([])
})

it('opens the sign-in page when the session has expired, and returns afterwards', async () => {
  pairDevice()
  server.on(unpairHub, () => new Refusal('session_expired'))
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^Unpair/ }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /^Unpair/ }))
  expect(await screen.findByRole('button', { name: /^Sign in/ })).toBeVisible()
  expect(location.search).toBe('?returnUrl=%2Fapp%2Fdevice-preferences&reason=elsewhere')
})

it('offers to load the device managers again after a failure, and does not claim there are none', async () => {
  useMovedClock()
  const calls = server.on(listHubs, () => UNREACHABLE)
  open()
  await pass(10)
  await waitFor(() => expect(banner().getByText(/not connected · retry in \d+ s/)).toBeVisible())
  expect(screen.queryByText('No device manager paired')).toBeNull()
  const before = calls.length
  pairDevice()
  await pass(21)
  await waitFor(() => expect(banner().getByText('Reception PC · 1 printer ready')).toBeVisible())
  expect(before).toBe(3)
})

it('counts down to the next retry, and connects as soon as the device manager is back', async () => {
  useMovedClock()
  const device = pairDevice()
  open()
  await waitFor(() => expect(banner().getByText('Reception PC · 1 printer ready')).toBeVisible())
  device.isThere = false
  device.connection('reconnecting')
  await waitFor(() => expect(banner().getByText(/not connected · retry in 20 s/)).toBeVisible())
  await pass(5)
  await waitFor(() => expect(banner().getByText(/retry in 1[0-5] s/)).toBeVisible())
  device.isThere = true
  device.report({ type: 'presence', connected: true })
  await waitFor(() => expect(banner().getByText('Reception PC · 1 printer ready')).toBeVisible())
})

it('unsubscribes from the device manager when the page closes', async () => {
  const device = pairDevice()
  open()
  await screen.findByText('Reception PC · 1 printer ready')
  expect(device.listeners).toBeGreaterThan(0)
  closePage()
  expect(device.listeners).toBe(0)
})

it('replaces a workstation that is no longer paired, and says so', async () => {
  useMovedClock()
  const { reception, office } = pairTwoDevices()
  const user = open()
  await screen.findByText('Back office', { selector: 'strong' })
  await user.click(screen.getByRole('button', { name: 'Use this one' }))
  await waitFor(() => expect(banner().getByText('Back office · 1 printer ready')).toBeVisible())
  server.on(listHubs, () => pageOf([reception.hub]))
  office.connection('denied')
  await waitFor(() => expect(banner().getByText('Reception PC · 1 printer ready')).toBeVisible())
  expect(screen.getByText(/no longer paired/)).toBeVisible()
})

const testPrint = () => screen.findByRole('button', { name: 'Print a test label: mailing printer' })

it('reports a test print that does not reach the server, and clears the previous result', async () => {
  useMovedClock()
  const device = pairDevice()
  server.on(processShipment, () => aShipment())
  server.on(getShipment, () => aShipment())
  device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'printed' }) }))
  const user = open()
  await waitFor(async () => expect(await testPrint()).toBeEnabled())
  await user.click(await testPrint())
  await pass(4)
  expect((await screen.findAllByText('The test label is printed.'))[0]).toBeVisible()
  server.on(processShipment, () => UNREACHABLE)
  await user.click(await testPrint())
  expect(await screen.findByText(/The server cannot be reached/)).toBeVisible()
  expect(screen.queryByText('The test label is printed.')).toBeNull()
  expect(await testPrint()).toBeEnabled()
})

it('saves changes, and shows a warning when the device manager refuses them', async () => {
  const device = pairDevice()
  const calls = device.on('config.set', () => 'printer_unknown')
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Save printers' }))
  await user.click(await screen.findByText(/Device Error.*no longer available/))
  device.on('config.set', ({ config }) => ({ config }))
  await user.click(screen.getByRole('button', { name: 'Save printers' }))
  expect(await screen.findByText('The printers are saved.')).toBeVisible()
  expect(calls).toHaveLength(1)
})

it('shows why a printer cannot print, and rejects one with too low a resolution', async () => {
  const device = pairDevice()
  const coarse = { ...PRINTER, resolutions_dpi: [203], reasons: ['cover-open'], state: 'stopped' as const }
  device.on('status', () => ({ alias: '', version: '1', printers: [coarse], scales: [], config: CONFIGS }))
  const saves = device.on('config.set', ({ config }) => ({ config }))
  const user = open()
  const mailing = await screen.findByRole('group', { name: 'Mailing printer' })
  expect(within(mailing).getByText(/prints fewer than 300 dots per inch/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save printers' }))
  expect(within(mailing).getByRole('button', { name: /Printer$/ })).toHaveFocus()
  expect(saves).toEqual([])
})

it('loads the jobs again after a failure, and keeps what the user confirmed about a job', async () => {
  const device = pairDevice()
  device.on('jobs.list', () => 'answer_too_large')
  const user = open()
  const jobs = within(await screen.findByRole('region', { name: 'Recent jobs' }))
  expect(await jobs.findByText('This could not be loaded.')).toBeVisible()
  device.on('jobs.list', () => ({ jobs: [aJob({ state: 'unknown' })] }))
  await user.click(jobs.getByRole('button', { name: 'Try again' }))
  await user.click(await jobs.findByRole('button', { name: /^Yes/ }))
  expect(await jobs.findByText('Checked')).toBeVisible()
  closePage()
  open()
  expect(await screen.findByText('Checked')).toBeVisible()
})
