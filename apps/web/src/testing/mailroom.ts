import { getShipment } from '@postroom/contract/shipment'
import { listBatches } from '@postroom/contract/shipment-batch'
import { claimPending, getPending, releasePending, updatePending } from '@postroom/contract/shipment-pending'
import { screen, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { aJob } from './a-job.ts'
import { aQueued } from './a-queued.ts'
import { aShipment } from './a-shipment.ts'
import { pageOf } from './answers.ts'
import { pairDevice, type FakeDevice } from './fake-device.ts'
import { server } from './fake-server.ts'
import { openPage } from './open-page.tsx'

const numberOf = (pendingId: string) => Number(pendingId.split('-')[1])

/** Answers what the page of the queue asks, without batches. @returns the calls */
export function answerMailroom() {
  server.on(listBatches, () => pageOf([]))
  server.on(getShipment, ({ params }) => aShipment({ id: params.id }))
  server.on(getPending, ({ params }) => aQueued(numberOf(params.pending_id)))
  return {
    claims: server.on(claimPending, ({ params }) => aQueued(numberOf(params.pending_id))),
    releases: server.on(releasePending, ({ params }) => aQueued(numberOf(params.pending_id))),
    changes: server.on(updatePending, ({ params }) => aQueued(numberOf(params.pending_id))),
  }
}

/** A device manager that prints whatever it gets. */
export function pairPrintingDevice(): FakeDevice {
  const device = pairDevice()
  device.on('print', ({ job_id }) => {
    setTimeout(() => device.report({ type: 'job', job: aJob({ job_id, state: 'printed' }) }))
    return { job: aJob({ job_id, state: 'queued' }) }
  })
  return device
}

/** A row of the queue by its code. */
export const queueRow = (code: string) =>
  within(screen.getByText(code, { exact: true, ignore: '.visually-hidden' }).closest('tr')!)
/** The row being done. */
export const activeRow = (): string => document.querySelector<HTMLElement>('tr[aria-current]')?.textContent ?? ''

export async function openMailroom(): Promise<UserEvent> {
  const user = openPage('/app/mailroom')
  await screen.findByText('K-1')
  await screen.findByText('Virtual printer')
  return user
}

/** Types the weight of the row being done. */
export async function weigh(user: UserEvent, grams: string): Promise<void> {
  await user.keyboard('{Alt>}w{/Alt}')
  await user.keyboard(`${grams}{Enter}`)
}
