import type { PrinterConfigs } from '@postroom/contract/device-messages'
import { isDomestic } from '@postroom/domain/countries'
import { packagingOf, type PackagingCode, type PrinterKind } from '@postroom/domain/packaging'

/** Why printing is not possible now. The first two are the messages 1 and 2 of the device configuration (spec §5). */
export type PrintRefusal =
  { code: 'printer_not_set'; kind: PrinterKind } | { code: 'device_not_connected' } | { code: 'test_print_quantity' }

/** What printing depends on. `config` is undefined while no device manager has told it. */
export interface PrintSituation {
  packaging: PackagingCode
  country: string
  connected: boolean
  config: PrinterConfigs | undefined
  test: boolean
  quantity: number
}

/** Checks what must be in order before a label is bought or printed; undefined when it is. @see spec §5 */
export function printRefusal(situation: PrintSituation): PrintRefusal | undefined {
  const { config, connected, test, quantity } = situation
  const missing = config && kindsFor(situation).find((kind) => !config[kind])
  if (missing) return { code: 'printer_not_set', kind: missing }
  if (!connected || !config) return { code: 'device_not_connected' }
  if (test && quantity > 1) return { code: 'test_print_quantity' }
  return undefined
}

/** The printers a shipment needs: its own, and for a parcel that crosses a customs border the one for forms. */
function kindsFor({ packaging, country }: Pick<PrintSituation, 'packaging' | 'country'>): readonly PrinterKind[] {
  const { printer } = packagingOf(packaging)
  return printer === 'shipping' && !isDomestic(country) ? [printer, 'form'] : [printer]
}
