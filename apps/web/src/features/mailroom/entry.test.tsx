import { processShipment } from '@postroom/contract/shipment'
import { updatePending } from '@postroom/contract/shipment-pending'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { activeRow, answerMailroom, openMailroom, pairPrintingDevice, weigh } from '../../testing/mailroom.ts'

let changes: ReturnType<typeof answerMailroom>['changes']
beforeEach(() => {
  changes = answerMailroom().changes
  pairPrintingDevice()
})
const weight = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Weight/ }).value
const service = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /^Service/ })

it('a row that is left keeps its weight, the service and the price, and its other parts as they were', async () => {
  const first = aQueued(1, { note: 'Fragile', problem: '', version: 5 })
  withQueue([first, aQueued(2)])
  const user = await openMailroom()
  await weigh(user, '620')
  await screen.findByText('£3.95')
  await user.selectOptions(service(), '1')
  await screen.findByText('£5.15')
  await user.keyboard('{Alt>}s{/Alt}{Enter}')
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(changes).toHaveLength(1))
  expect(changes[0]).toMatchObject({
    params: { pending_id: 'pending-1' },
    body: {
      to: first.shipment.to,
      service: '1',
      charges: { total_charge: 515 },
      parcels: [{ number: 1, packaging: 'small_parcel', weight: { value: 620, units: 'G' } }],
      note: 'Fragile',
      problem: '',
      version: 5,
    },
  })
})

it('a row that was only looked at is not saved; a chosen service is, without a price', async () => {
  withQueue([aQueued(1), aQueued(2), aQueued(3)])
  const user = await openMailroom()
  await user.keyboard('{ArrowDown}')
  expect(activeRow()).toContain('K-2')
  await weigh(user, '620')
  await screen.findByText('£3.95')
  await user.selectOptions(service(), '1')
  await user.clear(screen.getByRole('textbox', { name: /^Weight/ }))
  await user.keyboard('{Enter}{ArrowDown}')
  await waitFor(() => expect(changes).toHaveLength(1))
  expect(changes[0]?.params).toEqual({ pending_id: 'pending-2' })
  expect([changes[0]?.body.service, changes[0]?.body.charges, changes[0]?.body.parcels?.[0]?.weight]).toEqual([
    '1',
    undefined,
    undefined,
  ])
})

it('what was typed stays with its row until it is saved', async () => {
  withQueue([aQueued(1), aQueued(2)])
  server.on(updatePending, () => new Refusal('pending_changed'))
  const user = await openMailroom()
  await weigh(user, '410')
  await user.keyboard('{ArrowDown}')
  expect(weight()).toBe('')
  await user.keyboard('{ArrowUp}')
  expect(activeRow()).toContain('K-1')
  expect(weight()).toBe('410')
})

it('a weight that cannot be read is no weight', async () => {
  withQueue([aQueued(1), aQueued(2)])
  const sold = server.on(processShipment, () => aShipment())
  const user = await openMailroom()
  await weigh(user, 'heavy')
  await user.keyboard('{Enter}')
  expect(screen.getByText('K-1: put it on the scale, or type its weight.')).toBeVisible()
  expect(sold).toEqual([])
  expect(screen.getByRole('textbox', { name: /^Weight/ })).toHaveAttribute('maxlength', '12')
})

it('a service that is not sold for the item is named in the list, and the row says so', async () => {
  const first = aQueued(1)
  withQueue([{ ...first, shipment: { ...first.shipment, service: 'IE' } }, aQueued(2)])
  const user = await openMailroom()
  expect(service().value).toBe('IE')
  await weigh(user, '620')
  expect(await screen.findByText('This service is not sold for this item.')).toBeVisible()
  expect(service().selectedOptions[0]?.textContent).toBe('International Economy')
  await user.selectOptions(service(), '2')
  await screen.findByText('£3.95')
  expect(screen.queryByText('This service is not sold for this item.')).toBeNull()
})
