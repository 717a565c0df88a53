import { printRefusal, type PrintRefusal, type PrintSituation } from '@postroom/domain/media/printing-rules'
import { useDevices, type Devices } from '../device/device-context.tsx'
import type { Device } from '../device/device-connector.tsx'

type Item = Pick<PrintSituation, 'packaging' | 'country' | 'customs_form'>

/** Why one item cannot be printed now; undefined when it can. @see spec §5 */
export const usePrintRefusal = (item: Item): PrintRefusal | undefined => printRefusalOf(useDevices().byKind, item)

/** The same for the device managers as they were read. */
export function printRefusalOf({ mailing, shipping, form }: Devices['byKind'], item: Item): PrintRefusal | undefined {
  return printRefusal({
    ...item,
    devices: { mailing: standingOf(mailing), shipping: standingOf(shipping), form: standingOf(form) },
    test: false,
    quantity: 1,
    labels_used: 1,
  })
}

/** Whether the device manager that refuses is still connecting: it may print in a moment. */
export const isConnecting = (byKind: Devices['byKind'], refusal: PrintRefusal | undefined): boolean =>
  refusal?.code === 'device_not_connected' && byKind[refusal.kind].state === 'connecting'

const standingOf = ({ state, config }: Device) => ({ connected: state === 'connected', config })
