import { listHubs, pairHub, unpairHub, type Hub } from '@postroom/contract/hub'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice, pairTwoDevices } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'

const openHubs = async () => {
  const user = openPage('/app/device-preferences')
  return { user, hubs: within(await screen.findByRole('region', { name: 'Device managers' })) }
}
const rowOf = async (alias: string) => within((await screen.findByText(alias, { selector: 'strong' })).closest('li')!)
const buttonsIn = (row: Awaited<ReturnType<typeof rowOf>>) =>
  row.queryAllByRole('button').map(({ textContent }) => textContent)
/** Lists the device managers with some of their facts changed. */
const list = (...hubs: Hub[]) => void server.on(listHubs, () => pageOf(hubs))

it('says while it loads, then that none is paired', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listHubs, async () => {
    await promise
    return pageOf([])
  })
  const { hubs } = await openHubs()
  expect(await hubs.findByRole('progressbar', { name: 'Loading' })).toBeVisible()
  expect(hubs.queryByText('No device manager is paired yet')).toBeNull()
  resolve()
  expect(await hubs.findByText('No device manager is paired yet')).toBeVisible()
  expect(hubs.queryByRole('progressbar')).toBeNull()
  expect(hubs.queryAllByRole('listitem')).toEqual([])
})

it('offers to load the list again after a failure', async () => {
  server.on(listHubs, () => new Refusal('invalid_request'))
  const { user, hubs } = await openHubs()
  expect(await hubs.findByText('This could not be loaded.')).toBeVisible()
  expect(hubs.queryByText('No device manager is paired yet')).toBeNull()
  pairDevice()
  await user.click(hubs.getByRole('button', { name: 'Try again' }))
  expect(await hubs.findByText('Reception PC')).toBeVisible()
  expect(hubs.queryByText('This could not be loaded.')).toBeNull()
})

it('shows the only one as connected, without saying that it is in use', async () => {
  pairDevice()
  await openHubs()
  const row = await rowOf('Reception PC')
  expect(await row.findByText('Connected')).toBeVisible()
  expect(row.queryByText('In use here')).toBeNull()
  expect(row.queryByText(/^Start the device manager/)).toBeNull()
  expect(row.queryByText(/^Only a manager/)).toBeNull()
  await waitFor(() => expect(buttonsIn(row)).toEqual(['Unpair']))
})

it('shows which one is in use, and what is printed at another', async () => {
  const { reception, office } = pairTwoDevices()
  localStorage.setItem('postroom.device', reception.hub.id)
  localStorage.setItem('postroom.device.form', office.hub.id)
  const { user } = await openHubs()
  const [first, second] = [await rowOf('Reception PC'), await rowOf('Back office')]
  expect(await first.findByText('In use here')).toBeVisible()
  expect(first.queryByText('Form printer')).toBeNull()
  expect(first.queryByText('Mailing printer')).toBeNull()
  expect(second.queryByText('In use here')).toBeNull()
  expect(second.getByText('Form printer')).toBeVisible()
  expect(second.queryByText('Mailing printer')).toBeNull()
  expect(buttonsIn(first)).toEqual(['Unpair'])
  await user.click(second.getByRole('button', { name: 'Use this one' }))
  expect(await second.findByText('In use here')).toBeVisible()
  expect(localStorage.getItem('postroom.device')).toBe(office.hub.id)
})

it('says what to do about a device manager that is not running, and retries on request', async () => {
  useMovedClock()
  const device = pairDevice()
  device.isThere = false
  const { user } = await openHubs()
  const row = await rowOf('Reception PC')
  // the list says it is connected, and the connection is not open yet
  expect(row.getByText('Connected')).toBeVisible()
  await pass(6)
  expect(await row.findByText('Not running')).toBeVisible()
  expect(row.getByText('Start the device manager on Reception PC.')).toBeVisible()
  device.isThere = true
  await user.click(row.getByRole('button', { name: 'Try now' }))
  expect(await row.findByText('Connected')).toBeVisible()
  expect(row.queryByRole('button', { name: 'Try now' })).toBeNull()
})

it('shows the state in the list for one that is not in use', async () => {
  const { reception, office } = pairTwoDevices()
  list(reception.hub, { ...office.hub, connected: false })
  await openHubs()
  const row = await rowOf('Back office')
  expect(row.getByText('Not running')).toBeVisible()
  expect(buttonsIn(row)).toEqual(['Use this one', 'Unpair'])
})

it('does not offer to unpair one that the user may not manage, and says who may', async () => {
  const { hub } = pairDevice()
  list({ ...hub, can_manage: false })
  await openHubs()
  const row = await rowOf('Reception PC')
  await waitFor(() => expect(buttonsIn(row)).toEqual([]))
  expect(row.getByText(/^Only a manager/)).toBeVisible()
})

it('unpairs one after asking, says so, and lists the others', async () => {
  const { hub } = pairDevice()
  const { promise, resolve } = Promise.withResolvers<void>()
  const calls = server.on(unpairHub, async ({ params }) => {
    await promise
    return params
  })
  const { user, hubs } = await openHubs()
  const row = await rowOf('Reception PC')
  await user.click(row.getByRole('button', { name: 'Unpair' }))
  const dialog = screen.getByRole('alertdialog', { name: 'Unpair Reception PC?' })
  expect(dialog).toHaveTextContent(/Nobody can print there/)
  await user.click(within(dialog).getByRole('button', { name: 'Unpair' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(await row.findByRole('progressbar', { name: 'Working' })).toBeVisible()
  list()
  resolve()
  expect(await screen.findByText('Reception PC is unpaired.')).toBeVisible()
  expect(calls.map(({ params }) => params.id)).toEqual([hub.id])
  expect(await hubs.findByText('No device manager is paired yet')).toBeVisible()
})

const openPair = async () => {
  const user = openPage('/app/device-preferences')
  const code = await screen.findByLabelText(/^Code/)
  const alias = screen.getByLabelText('Name', { exact: true })
  return { user, code, alias, submit: () => user.click(screen.getByRole('button', { name: 'Pair' })) }
}

it('asks for code and name, the first empty one first', async () => {
  const { user, code, alias, submit } = await openPair()
  expect(code).toBeValid()
  await submit()
  expect(code).toHaveFocus()
  expect([code, alias].map((input) => input.getAttribute('aria-invalid'))).toEqual(['true', 'true'])
  expect(code).toHaveAccessibleDescription(/Fill this in\./)
  await user.type(code, 'K7QM-3XPA')
  expect(code).toBeValid()
  await user.type(alias, ' ')
  await submit()
  expect(alias).toHaveFocus()
  expect(alias).toBeInvalid()
  expect(code).toHaveAttribute('maxlength', '20')
  expect(alias).toHaveAttribute('maxlength', '60')
})

it('pairs a device manager, empties the fields, says so, and lists it', async () => {
  const { hub } = pairDevice()
  list()
  const { promise, resolve } = Promise.withResolvers<void>()
  const calls = server.on(pairHub, async () => {
    await promise
    list(hub)
    return hub
  })
  const { user, code, alias, submit } = await openPair()
  await user.type(code, 'K7QM-3XPA')
  await user.type(alias, 'Reception PC')
  await submit()
  expect(await screen.findByRole('progressbar', { name: 'Working' })).toBeVisible()
  resolve()
  expect(await screen.findByText('Reception PC is paired.')).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([{ code: 'K7QM-3XPA', alias: 'Reception PC' }])
  expect([code, alias].map((input) => (input as HTMLInputElement).value)).toEqual(['', ''])
  expect([code, alias].map((input) => input.getAttribute('aria-invalid'))).toEqual([null, null])
  expect(await screen.findByText('Reception PC', { selector: 'strong' })).toBeVisible()
  await user.type(code, 'X')
  await waitFor(() => expect(screen.queryByText('Reception PC is paired.')).toBeNull())
})

it('clears the refusal of a code as soon as it is changed', async () => {
  server.on(pairHub, () => new Refusal('pairing_code_invalid'))
  const { user, code, alias, submit } = await openPair()
  await user.type(code, 'K7QM-3XPA')
  await user.type(alias, 'Reception PC')
  await submit()
  await waitFor(() => expect(code).toBeInvalid())
  expect(code).toHaveFocus()
  expect(alias).toBeValid()
  expect(screen.queryByText(/Device Error|Error ID/)).toBeNull()
  await user.type(code, 'X')
  await waitFor(() => expect(code).toBeValid())
})
