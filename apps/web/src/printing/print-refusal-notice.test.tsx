import type { PrintRefusal } from '@postroom/domain/media/printing-rules'
import { screen, waitFor } from '@testing-library/dom'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { DeviceProvider } from '../device/device-context.tsx'
import { saveSession } from '../session/session-store.ts'
import { USER } from '../testing/a-user.ts'
import { pairDevice, pairTwoDevices } from '../testing/fake-device.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { show } from '../testing/show.tsx'
import { PrintRefusalNotice } from './print-refusal-notice.tsx'

beforeEach(() => saveSession(USER))

const showRefusal = (refusal: PrintRefusal) =>
  show(
    <MemoryRouter>
      <DeviceProvider>
        <PrintRefusalNotice refusal={refusal} />
      </DeviceProvider>
    </MemoryRouter>,
  )
const NOT_CONNECTED: PrintRefusal = { code: 'device_not_connected', kind: 'mailing' }

it('offers to connect again to a device manager that is not connected', async () => {
  const device = pairDevice()
  device.isThere = false
  useMovedClock()
  const user = showRefusal(NOT_CONNECTED)
  await pass(6)
  const retry = await screen.findByRole('button', { name: 'Try now' })
  expect(screen.getByText('The device manager is not connected, so nothing can be printed.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Printer preferences' })).toHaveAttribute('href', '/app/device-preferences')
  device.isThere = true
  await user.click(retry)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull())
})

it('says of a device manager that is still connecting only that it is', async () => {
  const device = pairDevice()
  device.isThere = false
  showRefusal(NOT_CONNECTED)
  expect(await screen.findByText(/^Connecting/)).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})

it('names the kind of printer, and another workstation', async () => {
  const { reception, office } = pairTwoDevices()
  localStorage.setItem('postroom.device', reception.hub.id)
  localStorage.setItem('postroom.device.mailing', office.hub.id)
  showRefusal({ code: 'printer_not_set', kind: 'mailing' })
  expect(await screen.findByText(/Back office/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

it('a test print of too many concerns no device manager', async () => {
  pairDevice().isThere = false
  showRefusal({ code: 'test_print_quantity' })
  expect(await screen.findByRole('link', { name: 'Printer preferences' })).toBeVisible()
  expect(screen.queryByText(/^Connecting/)).toBeNull()
})
