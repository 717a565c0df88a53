import { listBatches } from '@postroom/contract/shipment-batch'
import { getShipment, processShipment } from '@postroom/contract/shipment'
import { claimPending, releasePending, updatePending } from '@postroom/contract/shipment-pending'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

let device: ReturnType<typeof pairDevice>
let saved: ReturnType<typeof server.on<typeof updatePending>>
let bought: ReturnType<typeof server.on<typeof processShipment>>
beforeEach(() => {
  device = pairDevice()
  device.on('print', ({ job_id }) => {
    setTimeout(() => device.report({ type: 'job', job: aJob({ job_id, state: 'printed' }) }))
    return { job: aJob({ job_id, state: 'queued' }) }
  })
  server.on(listBatches, () => pageOf([]))
  server.on(getShipment, ({ params }) => aShipment({ id: params.id }))
  server.on(listCostCenters, () => pageOf([]))
  server.on(claimPending, () => aQueued(1))
  server.on(releasePending, () => aQueued(1))
  saved = server.on(updatePending, () => aQueued(1))
  bought = server.on(processShipment, () => aShipment({ id: crypto.randomUUID() }))
})

const TEXTS = { moving: 'Settling', zero: 'Nothing on it' }
async function scale(state: 'weight' | 'moving' | 'zero', grams?: number) {
  const at = '2026-11-22T10:00:00Z'
  device.report({
    type: 'scale',
    scale: { id: 'scale', name: 'Bench', state, at, ...(grams !== undefined && { grams }) },
  })
  await within(screen.getByLabelText('Scale')).findByText(state === 'weight' ? `${grams} g` : TEXTS[state])
}
const weight = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Weight/ }).value
const activeIs = (code: string) =>
  waitFor(() => expect(document.querySelector('tr[aria-current]')?.textContent).toContain(code))
const open = async (count = 3) => {
  withQueue(Array.from({ length: count }, (_, index) => aQueued(index + 1)))
  const user = openPage('/app/mailroom')
  await screen.findByText('K-1')
  await screen.findByText('Virtual printer')
  return user
}
const changes = () => saved.map(({ params, body }) => [params.pending_id, body.parcels?.[0]?.weight?.value])

it('a parcel put on the scale before its scan is the scanned row, not the one that was open', async () => {
  const user = await open()
  await scale('weight', 620)
  await user.keyboard('K-3{Enter}')
  await activeIs('K-3')
  expect(weight()).toBe('620')
  expect(changes()).toEqual([])
})

it('a parcel put on the scale after its scan keeps its weight, with its price, when the next one is scanned', async () => {
  const user = await open()
  await user.keyboard('K-2{Enter}')
  await activeIs('K-2')
  await scale('weight', 620)
  await screen.findByText('£3.95')
  await user.keyboard('K-3{Enter}')
  await activeIs('K-3')
  await waitFor(() => expect(changes()).toEqual([['pending-2', 620]]))
  expect(saved[0]?.body.charges).toEqual({ total_charge: 395 })
  expect(weight()).toBe('')
})

it('arrows past rows save no weight of what lies on the scale', async () => {
  const user = await open()
  await scale('weight', 620)
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  await activeIs('K-2')
  expect(changes()).toEqual([])
})

it('a typed weight is saved when the next row is scanned', async () => {
  const user = await open()
  await user.keyboard('{Alt>}w{/Alt}')
  await user.keyboard('410{Enter}')
  await user.keyboard('K-3{Enter}')
  await activeIs('K-3')
  await waitFor(() => expect(changes()).toEqual([['pending-1', 410]]))
})

it('the item that was bought does not weigh the next row, though a hand moves it on the scale', async () => {
  const user = await open()
  await scale('weight', 620)
  await screen.findByText('£3.95')
  await user.keyboard('{Enter}')
  await activeIs('K-2')
  await scale('moving')
  await scale('weight', 620)
  expect(weight()).toBe('')
  await scale('zero')
  await scale('weight', 620)
  expect(weight()).toBe('620')
})

it('Enter held down buys one row', async () => {
  const user = await open()
  await scale('weight', 620)
  await screen.findByText('£3.95')
  await user.keyboard('{Enter}')
  await activeIs('K-2')
  await scale('weight', 700)
  await within(document.querySelector<HTMLElement>('tr[aria-current]')!).findByText('£3.95')
  fireEvent.keyDown(screen.getByRole('textbox', { name: /^Scan/ }), { key: 'Enter', repeat: true })
  await screen.findByText('Printed', { selector: 'td *' })
  await activeIs('K-2')
  expect(bought).toHaveLength(1)
})
