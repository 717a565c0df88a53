import { printRefusal, type PrintRefusal, type PrintSituation } from '@postroom/domain/media/printing-rules'
import { useDevices } from '../device/device-context.tsx'
import type { Device } from '../device/device-connector.tsx'

/** Why one item cannot be printed now; undefined when it can. @see spec §5 */
export function usePrintRefusal(
  item: Pick<PrintSituation, 'packaging' | 'country' | 'customs_form'>,
): PrintRefusal | undefined {
  const { mailing, shipping, form } = useDevices().byKind
  return printRefusal({
    ...item,
    devices: { mailing: standingOf(mailing), shipping: standingOf(shipping), form: standingOf(form) },
    test: false,
    quantity: 1,
    labels_used: 1,
  })
}

const standingOf = ({ state, config }: Device) => ({ connected: state === 'connected', config })
