import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import { listHubs } from '@postroom/contract/hub'
import { processShipment } from '@postroom/contract/shipment'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { pageOf } from '../../testing/answers.ts'
import { CONFIGS, pairDevice, pairTwoDevices, PRINTER } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'

const LABEL = { width_mm: 102, height_mm: 152 }
const MOVABLE: Printer = { ...PRINTER, can_offset: true, media_ready: [{ name: '', ...LABEL }] }
const COARSE: Printer = { ...PRINTER, id: 'coarse', name: 'Coarse', resolutions_dpi: [203] }

const openWith = async (config: PrinterConfigs, printers: Printer[]) => {
  const device = pairDevice()
  device.on('status', () => ({ alias: '', version: '1', printers, scales: [], config }))
  device.on('config.get', () => ({ config }))
  const user = openPage('/app/device-preferences')
  return { device, user, save: await screen.findByRole('button', { name: 'Save printers' }) }
}
const group = (name: string) => within(screen.getByRole('group', { name }))
const choose = async (user: ReturnType<typeof openPage>, kind: string, control: RegExp, option: RegExp) => {
  await user.click(group(kind).getByRole('button', { name: control }))
  await user.click(screen.getByRole('option', { name: option }))
}

it('leads to an offset that is wrong, also where its fields are folded, and saves it once it is right', async () => {
  const { device, user, save } = await openWith(CONFIGS, [MOVABLE])
  const saves = device.on('config.set', ({ config }) => ({ config }))
  const form = group('Shipping printer')
  expect(group('Mailing printer').getByText('Offset for 102 × 152 mm')).toBeVisible()
  const down = form.getByLabelText(/^Move down/)
  fireEvent.change(down, { target: { value: '9' } })
  const details = down.closest('details')!
  details.open = false
  await user.click(save)
  expect(saves).toEqual([])
  expect(details.open).toBe(true)
  expect(down).toHaveFocus()
  fireEvent.change(down, { target: { value: '-1,5' } })
  await user.click(save)
  const offsets = [{ printerId: PRINTER.id, ...LABEL, y_mm: -1.5 }]
  await waitFor(() => expect(saves).toEqual([{ config: { ...CONFIGS, shipping: { ...CONFIGS.shipping, offsets } } }]))
})

it('shows no offset for a printer that cannot move its print', async () => {
  await openWith(CONFIGS, [{ ...PRINTER, media_ready: [{ name: '', ...LABEL }] }])
  expect(screen.queryByText(/^Offset for/)).toBeNull()
})

it('leads to a printer that is too coarse before an offset that is wrong', async () => {
  const { device, user, save } = await openWith(CONFIGS, [MOVABLE, COARSE])
  const saves = device.on('config.set', ({ config }) => ({ config }))
  fireEvent.change(group('Mailing printer').getByLabelText(/^Move down/), { target: { value: '9' } })
  await choose(user, 'Form printer', /Printer$/, /^Coarse/)
  expect(group('Form printer').getByText(/prints fewer than 300 dots per inch/)).toBeVisible()
  // once, at the field
  expect(group('Form printer').getAllByText(/fewer than 300 dots/)).toHaveLength(1)
  await user.click(save)
  expect(group('Form printer').getByRole('button', { name: /Printer$/ })).toHaveFocus()
  expect(saves).toEqual([])
})

it('begins a kind with its usual paper, and keeps the paper that is set when the printer changes', async () => {
  const { device, user, save } = await openWith({ mailing: { ...CONFIGS.mailing, defaultOrSpecific: 'specific' } }, [
    PRINTER,
    { ...PRINTER, id: 'second', name: 'Second' },
  ])
  const saves = device.on('config.set', ({ config }) => ({ config }))
  await choose(user, 'Mailing printer', /Printer$/, /^Second/)
  await choose(user, 'Form printer', /Printer$/, /^Second/)
  await choose(user, 'Shipping printer', /Printer$/, /^Virtual/)
  await user.click(save)
  await waitFor(() =>
    expect(saves).toEqual([
      {
        config: {
          mailing: { printerId: 'second', defaultOrSpecific: 'specific', paperFormat: '4x6' },
          form: { printerId: 'second', defaultOrSpecific: 'default', paperFormat: 'A4' },
          shipping: { printerId: 'virtual', defaultOrSpecific: 'default', paperFormat: '4x6' },
        },
      },
    ]),
  )
})

it('saves once at a time, gives up after ten seconds, and can be saved again', async () => {
  useMovedClock()
  const { device, user, save } = await openWith(CONFIGS, [PRINTER])
  const saves = device.on('config.set', ({ config }) => ({ config }))
  device.isThere = false
  await user.click(save)
  await waitFor(() => expect(save).toHaveAttribute('data-pending', 'true'))
  await pass(11)
  expect(await screen.findByText(/Device Error/)).toBeVisible()
  expect(save).not.toHaveAttribute('data-pending')
  expect(saves).toEqual([])
  expect(screen.queryByText('The printers are saved.')).toBeNull()
})

it('says why a test label could not be made, on the printer that was asked for', async () => {
  server.on(processShipment, () => new Refusal('spending_limit'))
  const { user } = await openWith(CONFIGS, [PRINTER])
  const test = await screen.findByRole('button', { name: 'Print a test label: shipping printer' })
  await waitFor(() => expect(test).toBeEnabled())
  expect(screen.getByRole('button', { name: 'Print ruler page: form printer' })).toBeEnabled()
  await user.click(test)
  expect(await screen.findByText(/Device Error|spending|limit/i)).toBeVisible()
})

const openTwo = async () => {
  const both = pairTwoDevices()
  localStorage.setItem('postroom.device', both.reception.hub.id)
  localStorage.setItem('postroom.device.form', both.office.hub.id)
  const user = openPage('/app/device-preferences')
  await screen.findByRole('button', { name: 'Save printers' })
  return { ...both, user }
}

it('saves nothing of a kind that is printed elsewhere', async () => {
  const { reception, user } = await openTwo()
  const saves = reception.on('config.set', ({ config }) => ({ config }))
  reception.on('config.get', () => ({ config: { form: CONFIGS.form } }))
  await user.click(screen.getByRole('button', { name: 'Save printers' }))
  await waitFor(() => expect(saves).toEqual([{ config: { form: CONFIGS.form } }]))
})

it('names a printer elsewhere by what is set while it is not known, and says that it connects', async () => {
  const { office } = await openTwo()
  const form = group('Form printer')
  expect(await form.findByText('Printer: Virtual printer · ready')).toBeVisible()
  expect(form.queryByText('Connecting to the device manager')).toBeNull()
  office.report({ type: 'printers', printers: [] })
  expect(await form.findByText('Printer: virtual')).toBeVisible()
  expect(form.getByText('The printer is no longer available.')).toBeVisible()
})

it('says that the workstation of a kind is still being reached', async () => {
  const both = pairTwoDevices()
  localStorage.setItem('postroom.device', both.reception.hub.id)
  localStorage.setItem('postroom.device.form', both.office.hub.id)
  both.office.isThere = false
  openPage('/app/device-preferences')
  await screen.findByRole('button', { name: 'Save printers' })
  const form = group('Form printer')
  expect(form.getByText('Connecting to the device manager')).toBeVisible()
  expect(form.queryByText(/is unavailable/)).toBeNull()
  expect(form.queryByRole('button', { name: 'Try now' })).toBeNull()
})

it('says that a workstation no longer lets this page in', async () => {
  const { office, reception } = await openTwo()
  server.on(listHubs, () => pageOf([reception.hub, office.hub]))
  office.connection('denied')
  expect(await group('Form printer').findByText(/^The form printer at Back office is unavailable/)).toBeVisible()
})
