import { getShipment, processShipment } from '@postroom/contract/shipment'
import { screen, within } from '@testing-library/dom'
import { aJob } from './a-job.ts'
import { aShipment } from './a-shipment.ts'
import { pairDevice } from './fake-device.ts'
import { server } from './fake-server.ts'
import { summary } from './shipping-form.ts'

/** What the fake server sells: the large letter of `fillLargeLetter`. */
export const SHIPMENT = aShipment({
  parcels: aShipment().parcels.map((parcel) => ({ ...parcel, packaging: 'large_letter' })),
  docs: aShipment().docs.map((document) => ({ ...document, url: '/assets/label.pdf' })),
})

/** Where a tab stores the key of its open purchase. */
export const KEY = 'postroom.purchase'

/** A device manager that accepts prints, and a server that sells. */
export function readyToBuy() {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id }) }))
  const purchases = server.on(processShipment, () => SHIPMENT)
  server.on(getShipment, () => SHIPMENT)
  return { device, prints, purchases }
}

type Device = ReturnType<typeof pairDevice>
export const reportJob = (device: Device, job_id: string, state: 'printed' | 'failed' | 'unknown') =>
  device.report({ type: 'job', job: aJob({ job_id, state }) })

export const inSummary = () => within(summary())
/** A button in the summary. */
export const button = (name: string) => inSummary().getByRole('button', { name })

/** The card that says what was bought last. */
export const result = () => screen.findByRole('region', { name: RESULT })
export const inResult = async () => within(await result())
export const RESULT = /^(Being printed|Printed|Bought, (not|perhaps) printed): /
